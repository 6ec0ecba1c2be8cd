import type { DiscoveryService } from '@nestjs/core';

/** How Nest describes a provider. Its class is in no public entry point; what `DiscoveryService` gives is. */
export type NestWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** A context id as Nest sees it: with the parent of durable providers. */
export type NestContextId = Parameters<NestWrapper['getInstanceByContextId']>[0];
