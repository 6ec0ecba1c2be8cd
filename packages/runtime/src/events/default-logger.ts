import type { Logger } from '@haft/core';

/** A logger that writes warnings and errors to the console. The log needs masked exceptions. */
export const defaultLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message, details) => {
    console.warn(message, ...(details === undefined ? [] : [details]));
  },
  error: (message, details) => {
    console.error(message, ...(details === undefined ? [] : [details]));
  },
};
