/* The errors alone, for programs that start often: the decorators bring reflect-metadata with them. */
export { HAFT_ERROR_CODES, type HaftErrorCode } from './codes.js';
export { HaftError, type HaftErrorDetails } from './haft-error.js';
