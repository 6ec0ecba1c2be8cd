export { estimateTokens } from './estimate-tokens.js';
export { requestEntry, type RequestDefinition, type RequestHints } from './request-entry.js';
