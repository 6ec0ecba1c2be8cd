import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';

/** Refuses requests that a page in a browser was tricked into sending (DNS rebinding): 403, or undefined for the others. */
export function hostGuard({
  allowedHosts = localhostAllowedHostnames(),
  allowedOrigins = localhostAllowedOrigins(),
}: McpOptions): (request: Request) => Response | undefined {
  return (request) =>
    (allowedHosts === 'any' ? undefined : hostHeaderValidationResponse(request, [...allowedHosts])) ??
    (allowedOrigins === 'any' ? undefined : originValidationResponse(request, [...allowedOrigins]));
}
