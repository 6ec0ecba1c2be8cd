/* The errors alone, for programs that start often and use no decorators. */
export { HAFT_ERROR_CODES, type HaftErrorCode } from './codes.js';
export { HaftError, type HaftErrorDetails } from './haft-error.js';
