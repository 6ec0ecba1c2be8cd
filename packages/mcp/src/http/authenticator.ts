import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';

/**
 * Returns the sender of a request: facts about it, nothing if every sender is allowed, or the
 * response that rejects it. The 401 carries `WWW-Authenticate`, with the address of the protected
 * resource metadata if there is one (RFC 9728).
 */
export function authenticator({
  authenticate,
  oauth,
}: McpOptions): (request: Request) => Promise<AuthInfo | Response | undefined> {
  const resourceMetadataUrl =
    oauth === undefined ? undefined : getOAuthProtectedResourceMetadataUrl(oauth.resourceServerUrl);
  const challenge = (error: OAuthError): Response =>
    bearerAuthChallengeResponse(error, resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl });
  return async (request) => {
    if (authenticate === undefined) return undefined;
    try {
      return (await authenticate(request)) ?? challenge(new OAuthError(OAuthErrorCode.InvalidToken, NO_TOKEN));
    } catch (error) {
      if (error instanceof OAuthError) return challenge(error);
      throw error;
    }
  };
}

const NO_TOKEN = 'Missing or invalid credentials';
