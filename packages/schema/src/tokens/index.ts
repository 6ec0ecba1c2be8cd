/*
 * Estimates of the tokens that definitions cost in a request.
 */

export { estimateTokens } from './estimate-tokens.js';
export { requestEntry, type RequestDefinition, type RequestHints } from './request-entry.js';
