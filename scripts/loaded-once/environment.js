/*
 * The environment of all tests (jest.config.js), in three ways faster than that of Jest.
 *
 * - The global object of Jest is a Proxy, and V8 asks it for each global that code reads. Here it
 *   is a plain one: the same tests take two thirds of the time.
 * - Jest makes an environment for each test file, and loads all modules again, some 500. A worker
 *   keeps both here, so a test file must leave nothing behind. (See runtime.cjs for the modules.)
 * - TypeScript takes half a second to load, and runs faster the longer it runs. So it is loaded
 *   outside, once for all environments.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

class PlainEnvironment extends TestEnvironment {
  constructor(...options) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...options);
    } finally {
      vm.createContext = createContext;
    }
    this.global.loadedOnce = createRequire(import.meta.url);
  }
}

/** An environment for many test files. */
class KeptEnvironment extends PlainEnvironment {
  isKept = true;
  #exit = this.global.process.exit;
  #variables = { ...this.global.process.env };
  #timers = new Set();

  constructor(...options) {
    super(...options);
    this.#noteTimers('setTimeout', 'clearTimeout');
    this.#noteTimers('setInterval', 'clearInterval');
  }

  /** Notes the timers of a test file. Left alone, they would run during the next one. */
  #noteTimers(set, clear) {
    const { global } = this;
    const { [set]: start, [clear]: stop } = global;
    const timers = this.#timers;
    global[set] = (callback, ms, ...values) => {
      const run = (...given) => {
        if (set === 'setTimeout') timers.delete(timer);
        callback(...given);
      };
      const timer = start(run, ms, ...values);
      timers.add(timer);
      return timer;
    };
    // For `util.promisify`.
    Object.defineProperties(global[set], Object.getOwnPropertyDescriptors(start));
    global[clear] = (timer) => {
      timers.delete(timer);
      stop(timer);
    };
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    const { process } = this.global;
    // Jest wraps it for each test file.
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }
}

const kept = new Map();
const OWN_MODULES = /\bjest\.(?:mock|doMock|unmock|unstable_\w+|setMock|enableAutomock|resetModules|isolateModules)/;

export default class {
  constructor(config, context) {
    const { runtime, moduleNameMapper, globals } = config.projectConfig;
    const { watch, watchAll, collectCoverage } = config.globalConfig;
    // Jest finds changed sources, and the code that a file reaches, only in modules of the file.
    const isAsInJest = runtime === undefined || watch || watchAll || collectCoverage;
    if (isAsInJest || OWN_MODULES.test(readFileSync(context.testPath, 'utf8')))
      return new PlainEnvironment(config, context);
    // Projects that find the same modules share an environment.
    const key = JSON.stringify([moduleNameMapper, globals]);
    if (!kept.has(key)) kept.set(key, new KeptEnvironment(config, context));
    return kept.get(key);
  }
}
