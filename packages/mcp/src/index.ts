export type { McpAuthentication, McpOptions } from './mcp-options.js';
export type { McpRequest } from './mcp-request.js';
export { serveMcp, type McpArguments, type McpEndpoint } from './serve-mcp.js';
