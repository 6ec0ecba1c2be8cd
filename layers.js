/**
 * The direction of imports: the packages of ours that a package may import. eslint.config.js turns
 * it into a lint rule. packages/integration/test/layering.test.ts derives the same from sources and
 * manifests, so that switching the rule off fails too.
 */
export const LAYERS = {
  schema: [],
  core: ['schema'],
  reflector: ['schema', 'core'],
  arguments: ['schema', 'core'],
  compose: ['schema', 'core', 'arguments'],
  runtime: ['schema', 'core', 'arguments', 'compose'],
  testing: ['schema', 'core', 'runtime'],
  providers: ['schema', 'core', 'runtime'],
  bridges: ['schema', 'core', 'runtime'],
  mcp: ['schema', 'core', 'runtime'],
  nestjs: ['schema', 'core', 'runtime'],
  toolsets: ['schema', 'core', 'runtime'],
  durable: ['schema', 'core', 'arguments', 'runtime'],
  fleet: ['schema', 'core', 'runtime'],
  inspector: ['schema', 'core', 'runtime', 'durable'],
  haft: ['core', 'runtime'],
  cli: ['schema', 'core', 'reflector', 'runtime'],
};

/**
 * The direction of imports between the folders of a package: the folders that a folder may import.
 * Only entry points, the files next to the folders, import all of them.
 * packages/integration/test/folders.test.ts checks it too.
 */
export const FOLDERS = {
  runtime: {
    async: [],
    events: [],
    limits: [],
    results: [],
    sqlite: [],
    sql: ['sqlite'],
    references: [],
    ledger: ['events'],
    cache: ['async'],
    isolation: ['events'],
    container: ['async'],
    call: ['async', 'cache', 'container', 'events', 'isolation', 'ledger', 'limits', 'references', 'results'],
    run: ['async', 'call', 'container', 'events', 'isolation', 'ledger', 'limits'],
    runtime: ['cache', 'call', 'container', 'events', 'isolation', 'ledger', 'limits', 'references', 'run'],
  },
};

/**
 * The folders of schema that read the tables of keywords. Keyword modules import only types from
 * them, because the tables import the keyword modules. See docs/decisions/0030.
 */
export const KEYWORD_DRIVERS = [
  'check',
  'compatibility',
  'dialects',
  'examples',
  'issues',
  'meta',
  'references',
  'signatures',
  'standard',
];

/** Returns the import name of a package. */
export const packageName = (layer) => (layer === 'haft' ? 'haft' : `@haft/${layer}`);
