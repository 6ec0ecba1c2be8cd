/*
 * Loads modules for tests: the runtime of Jest, which here lives as long as its environment. After
 * a test file it forgets the modules of tests, and keeps all others. It uses parts of Jest that
 * are not public: look here first when another version of Jest fails.
 */
const { default: Runtime } = require('jest-runtime');

/** The modules that each test file loads again: tests, what supports them, and Jest's own state. */
const OF_A_FILE = /\/packages\/[a-z-]+\/test\/|\/jestAdapterInit\.js$/;

class KeptRuntime extends Runtime {
  #isMade = true;

  begin(config, testPath) {
    this._config = config;
    this._testPath = this.esmLoader.testPath = this.executor.testPath = testPath;
    this.testState.state = 'loading';
  }

  teardown() {
    if (this._environment.isSpent) return super.teardown();
    this.restoreAllMocks();
    const { moduleRegistry, esModuleRegistry, internalModuleRegistry } = this.registries;
    for (const modules of [moduleRegistry, esModuleRegistry, internalModuleRegistry, this.fileCache.strings])
      for (const key of modules.keys()) if (OF_A_FILE.test(key)) modules.delete(key);
    this.testMainModule.reset();
    this.jestGlobals.clearJestObjectCache();
    const { global } = this._environment;
    // What the forgotten module of Jest left.
    delete global[Symbol.for('EVENT_HANDLERS')];
    for (const symbol of Object.getOwnPropertySymbols(global))
      if (symbol.description === 'JEST_STATE_SYMBOL') delete global[symbol];
  }

  setMock(...options) {
    this._environment.isSpent = true;
    super.setMock(...options);
  }

  setModuleMock(...options) {
    this._environment.isSpent = true;
    super.setModuleMock(...options);
  }

  resetModules() {
    // The constructor of Jest calls it too.
    if (#isMade in this) this._environment.isSpent = true;
    super.resetModules();
  }
}

const runtimes = new WeakMap();

class RuntimeOfEnvironment extends Runtime {
  constructor(...options) {
    const [config, environment, , , , , testPath] = options;
    if (environment.isSpent === undefined) {
      super(...options);
      return;
    }
    const runtime = runtimes.get(environment) ?? new KeptRuntime(...options);
    runtimes.set(environment, runtime);
    runtime.begin(config, testPath);
    return runtime;
  }
}

module.exports = RuntimeOfEnvironment;
