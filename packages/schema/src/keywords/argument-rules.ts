import { isObject } from '../values/is-object.js';
import type { ArgumentRule } from './keyword.js';

// The rules of draft 2020-12 that several keywords share.
export const A_NUMBER: ArgumentRule = { kind: 'a number', accepts: (argument) => Number.isFinite(argument) };

export const A_COUNT: ArgumentRule = {
  kind: 'a whole number of at least 0',
  accepts: (argument) => Number.isSafeInteger(argument) && (argument as number) >= 0,
};

export const A_TEXT: ArgumentRule = { kind: 'a text', accepts: (argument) => typeof argument === 'string' };

export const A_FLAG: ArgumentRule = { kind: 'true or false', accepts: (argument) => typeof argument === 'boolean' };

export const A_LIST: ArgumentRule = { kind: 'a list', accepts: (argument) => Array.isArray(argument) };

export const SCHEMAS: ArgumentRule = {
  kind: 'a list of schemas',
  accepts: (argument) => Array.isArray(argument) && argument.length > 0,
};

export const NAMED_SCHEMAS: ArgumentRule = { kind: 'an object of schemas', accepts: isObject };

export const NAMES: ArgumentRule = { kind: 'a list of names, each once', accepts: isNames };

/** Returns whether an argument is a list of different strings. */
export function isNames(argument: unknown): argument is readonly string[] {
  return (
    Array.isArray(argument) &&
    argument.every((one) => typeof one === 'string') &&
    new Set(argument).size === argument.length
  );
}
