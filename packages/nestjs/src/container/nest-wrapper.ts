import type { Token } from '@haft/core';
import type { DiscoveryService } from '@nestjs/core';

/**
 * A provider in Nest. Its class is in no public entry point, but the result of `DiscoveryService`
 * is.
 */
export type NestWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** Returns the token that a provider has in its module. */
export function tokenOf(wrapper: NestWrapper): Token {
  return wrapper.token as Token;
}

/** A context id in Nest, with the parent of durable providers. */
export type NestContextId = Parameters<NestWrapper['getInstanceByContextId']>[0];
