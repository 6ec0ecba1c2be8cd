import type { Logger } from '@haft/core';

/** Warnings and errors go to the console, since a masked exception must not vanish; the rest goes nowhere. */
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
