/*
 * An MCP server for the tools of a runtime, over HTTP and stdio.
 */

export type { ListenOptions, McpListener, NodeListener } from './http/node-listener.js';
export type { AskOptions, McpAuthentication, McpOptions, SessionOptions, TaskOptions } from './mcp-options.js';
export type { McpRequest } from './mcp-request.js';
export { serveMcp, type McpArguments, type McpEndpoint } from './serve-mcp.js';
export type { StdioConnection, StdioStreams } from './stdio/stdio-connections.js';
