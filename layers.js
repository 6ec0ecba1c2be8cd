/**
 * The direction of imports: the packages of ours that a package may import. eslint.config.js turns
 * it into a lint rule. packages/integration/test/layering.test.ts derives the same from sources and
 * manifests, so that switching the rule off fails too.
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
  toolsets: ['schema', 'core', 'runtime'],
  durable: ['schema', 'core', 'runtime'],
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
    limits: [],
    results: [],
    sqlite: [],
    sql: ['sqlite'],
    references: ['results'],
    ledger: ['events'],
    cache: ['async'],
    events: ['async', 'results'],
    isolation: ['events'],
    container: ['async', 'events'],
    arguments: ['async', 'events', 'results'],
    toolsets: ['arguments', 'async', 'container', 'events', 'ledger', 'results'],
    call: [
      'arguments',
      'async',
      'cache',
      'container',
      'events',
      'isolation',
      'ledger',
      'limits',
      'references',
      'results',
      'toolsets',
    ],
    run: ['arguments', 'async', 'call', 'container', 'events', 'isolation', 'ledger', 'limits', 'toolsets'],
    runtime: [
      'arguments',
      'cache',
      'call',
      'container',
      'events',
      'isolation',
      'ledger',
      'limits',
      'references',
      'run',
      'toolsets',
    ],
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
