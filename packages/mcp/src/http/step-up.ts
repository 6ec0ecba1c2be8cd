import type { Requirement } from '@haft/core';
import type { OfferName } from '@haft/runtime/internal';
import { isObject } from '@haft/schema/internal';
import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/server';
import type { McpRequest } from '../mcp-request.js';
import type { McpService } from '../server/mcp-service.js';

/**
 * Returns the 403 for a call of a tool or a read of a resource or a prompt, if only the token lacks
 * some of its scopes, so that a client asks its user for them (MCP authorization, "scope challenge
 * handling"). Undefined for every other request.
 *
 * @param body - the body of the request
 */
export async function stepUpChallenge(
  service: McpService,
  request: McpRequest,
  body: unknown,
): Promise<Response | undefined> {
  const target = targetOf(body);
  if (target === undefined || request.auth === undefined) return undefined;
  const scopes = new Set(request.auth.scopes);
  const listed = await service.listed(request, target);
  const needed = listed?.requires?.map((one) => scopesFor(one, scopes));
  if (needed === undefined || needed.every((one) => scopes.has(one))) return undefined;
  const { oauth } = service.options;
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InsufficientScope, TOO_FEW), {
    requiredScopes: [...new Set(needed)],
    ...(oauth && { resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(oauth.resourceServerUrl) }),
  });
}

const TOO_FEW = 'The request needs more scopes.';

/** Returns the scope that meets a requirement: one that the token has, else the first one. */
function scopesFor(requirement: Requirement, scopes: ReadonlySet<string>): string {
  if (typeof requirement === 'string') return requirement;
  return requirement.anyOf.find((one) => scopes.has(one)) ?? requirement.anyOf[0] ?? '';
}

function targetOf(body: unknown): { readonly tool: string } | OfferName | undefined {
  if (!isObject(body) || typeof body['method'] !== 'string' || !isObject(body['params'])) return undefined;
  const { name, uri } = body['params'];
  switch (body['method']) {
    case 'tools/call':
      return typeof name === 'string' ? { tool: name } : undefined;
    case 'prompts/get':
      return typeof name === 'string' ? { prompt: name } : undefined;
    case 'resources/read':
    case 'resources/subscribe':
      return typeof uri === 'string' ? { uri } : undefined;
    default:
      return undefined;
  }
}

/** Returns the JSON of a body. Undefined for other or long bodies, which the SDK rejects. */
export async function jsonBody(request: Request, most: number): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch {
    return undefined;
  }
}
