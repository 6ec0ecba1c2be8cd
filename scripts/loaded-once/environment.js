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

/** An environment for many test files, until one of them replaces or resets modules. */
class KeptEnvironment extends PlainEnvironment {
  isSpent = false;
  #exit = this.global.process.exit;
  #variables = { ...this.global.process.env };
  #timers = new Set();

  constructor(...options) {
    super(...options);
    this.#noteTimers('setTimeout', 'clearTimeout');
    this.#noteTimers('setInterval', 'clearInterval');
  }

  /** A timer that a test file leaves would be a timer, and read the clock, in the next one too. */
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
    if (this.isSpent) return super.teardown();
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

export default class {
  constructor(config, context) {
    const { globalConfig, projectConfig } = config;
    const { runtime, moduleNameMapper, globals } = projectConfig;
    // Without our runtime, or where sources may have changed, each file has its own.
    if (runtime === undefined || globalConfig.watch || globalConfig.watchAll || globalConfig.collectCoverage)
      return new PlainEnvironment(config, context);
    // Projects that find the same modules share an environment.
    const key = JSON.stringify([moduleNameMapper, globals]);
    if (kept.get(key)?.isSpent !== false) kept.set(key, new KeptEnvironment(config, context));
    return kept.get(key);
  }
}
