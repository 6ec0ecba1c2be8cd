/** The MCP client: the tools of servers as a toolset. */
export { McpToolset, mcpToolset, type RefusedTool } from './mcp-toolset.js';
export type { HttpServer, McpToolsetOptions, StdioServer } from './mcp-toolset-options.js';
export { definitionHash, type DefinitionChange, type Pins } from './pinned-definitions.js';
