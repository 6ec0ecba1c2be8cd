export { estimateTokens } from './estimate-tokens.js';
