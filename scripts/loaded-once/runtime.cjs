/*
 * Loads modules for tests: the runtime of Jest, which here lives as long as its environment. After
 * a test file it forgets the modules of tests, and keeps all others. It uses parts of Jest that
 * are not public: look here first when another version of Jest fails.
 */
const { default: Runtime } = require('jest-runtime');

/** The modules that each test file loads again: tests, what supports them, and Jest's own state. */
const OF_A_FILE = /\/packages\/[a-z-]+\/test\/|\/jestAdapterInit\.js$/;

module.exports = class extends Runtime {
  constructor(...options) {
    const [config, environment, , , , , testPath] = options;
    const { runtime } = environment;
    if (runtime !== undefined) {
      runtime.begin(config, testPath);
      return runtime;
    }
    super(...options);
    if (environment.isKept) environment.runtime = this;
  }

  begin(config, testPath) {
    this._config = config;
    this._testPath = this.esmLoader.testPath = this.executor.testPath = testPath;
    this.testState.state = 'loading';
  }

  teardown() {
    if (!this._environment.isKept) return super.teardown();
    this.restoreAllMocks();
    const { moduleRegistry, esModuleRegistry, internalModuleRegistry } = this.registries;
    const { strings, buffers } = this.fileCache;
    for (const modules of [moduleRegistry, esModuleRegistry, internalModuleRegistry, strings, buffers])
      for (const key of modules.keys()) if (OF_A_FILE.test(key)) modules.delete(key);
    this.testMainModule.reset();
    this.jestGlobals.clearJestObjectCache();
    const { global } = this._environment;
    // What the forgotten module of Jest left.
    delete global[Symbol.for('EVENT_HANDLERS')];
    for (const symbol of Object.getOwnPropertySymbols(global))
      if (symbol.description === 'JEST_STATE_SYMBOL') delete global[symbol];
  }
};
