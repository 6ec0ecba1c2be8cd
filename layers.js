/**
 * The direction of imports: what a package may import from ours. Read by eslint.config.js (a lint rule) and by
 * packages/integration/test/layering.test.ts (which derives the same from sources and manifests, so that switching the rule off fails too).
 */
export const LAYERS = {
  schema: [],
  core: ['schema'],
  reflector: ['schema', 'core'],
  runtime: ['schema', 'core'],
  testing: ['schema', 'core', 'runtime'],
  providers: ['schema', 'core', 'runtime'],
  bridges: ['schema', 'core', 'runtime'],
  mcp: ['schema', 'core', 'runtime'],
  nestjs: ['schema', 'core', 'runtime'],
  haft: ['core', 'runtime'],
  cli: ['schema', 'core', 'reflector', 'runtime'],
};

/** The name under which a package is imported. */
export const packageName = (layer) => (layer === 'haft' ? 'haft' : `@haft/${layer}`);
