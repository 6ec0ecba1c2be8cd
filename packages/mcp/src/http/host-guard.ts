import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';
import { jsonRpcError } from './json-rpc-error.js';

/**
 * Rejects requests that a page in a browser was tricked into sending (DNS rebinding): returns 403,
 * or undefined for others.
 */
export function hostGuard({
  allowedHosts = localhostAllowedHostnames(),
  allowedOrigins = localhostAllowedOrigins(),
}: McpOptions): (request: Request) => Response | undefined {
  return ({ headers, url }) => {
    // In a web-standard runtime, only the address may have the host.
    const host = headers.get('host') ?? new URL(url).host;
    // `localhost@evil.example` is an address with a user, not a host.
    if (!HOST.test(host)) return jsonRpcError(400, -32000, 'Invalid Host header');
    const hostResult = allowedHosts === 'any' ? OK : validateHostHeader(host, [...allowedHosts]);
    if (!hostResult.ok) return refused(hostResult.message, 'allowedHosts');
    const origin = headers.get('origin');
    const originResult = allowedOrigins === 'any' ? OK : validateOriginHeader(origin, [...allowedOrigins]);
    return originResult.ok ? undefined : refused(originResult.message, 'allowedOrigins');
  };
}

/** Names the option of the server that allows the request. */
function refused(message: string, option: 'allowedHosts' | 'allowedOrigins'): Response {
  return jsonRpcError(403, -32000, `${message}. The server allows names with the option '${option}'.`);
}

/** A name or an address, and a port, without any character that has a meaning in an address. */
const HOST = /^[^\s/\\?#@]*$/;

const OK = { ok: true } as const;
