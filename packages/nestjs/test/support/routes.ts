import { createRequire } from 'node:module';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { buildOnce } from './build-once.js';

/** The version of NestJS: jest runs these tests with 12, and again with 11. */
export const { version: nestVersion } = createRequire(import.meta.url)('@nestjs/core/package.json') as {
  readonly version: string;
};

/**
 * Builds the controllers of the fixture. A build is the same for all versions: it reads the types
 * of the installed one.
 */
export function buildRoutes(): Promise<ReflectedToolsets> {
  return buildOnce('routes');
}
