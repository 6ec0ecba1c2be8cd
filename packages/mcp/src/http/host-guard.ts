import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';
import { jsonRpcError } from './json-rpc-error.js';

/** Refuses requests that a page in a browser was tricked into sending (DNS rebinding): 403, or undefined for the others. */
export function hostGuard({
  allowedHosts = localhostAllowedHostnames(),
  allowedOrigins = localhostAllowedOrigins(),
}: McpOptions): (request: Request) => Response | undefined {
  return ({ headers, url }) => {
    // A web-standard runtime may have the host in the address alone.
    const host = headers.get('host') ?? new URL(url).host;
    const hostResult = allowedHosts === 'any' ? OK : validateHostHeader(host, [...allowedHosts]);
    if (!hostResult.ok) return jsonRpcError(403, -32000, hostResult.message);
    const origin = headers.get('origin');
    const originResult = allowedOrigins === 'any' ? OK : validateOriginHeader(origin, [...allowedOrigins]);
    return originResult.ok ? undefined : jsonRpcError(403, -32000, originResult.message);
  };
}

const OK = { ok: true } as const;
