import { Logger as NestLogger } from '@nestjs/common';
import type { Logger } from '@haft/core';

/** Returns a logger that writes to the log of the Nest application, under the context `Haft`. */
export function nestLogger(logger: NestLogger = new NestLogger('Haft')): Logger {
  return {
    debug: (message, details) => {
      logger.debug(message, ...rest(details));
    },
    info: (message, details) => {
      logger.log(message, ...rest(details));
    },
    warn: (message, details) => {
      logger.warn(message, ...rest(details));
    },
    error: (message, details) => {
      logger.error(message, ...rest(details));
    },
  };
}

function rest(details: object | undefined): readonly object[] {
  return details === undefined ? [] : [details];
}
