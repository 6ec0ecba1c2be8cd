/*
 * The environment of all tests (jest.config.js), in three ways faster than that of Jest.
 *
 * - The global object of Jest is a Proxy, and V8 asks it for each global that code reads. Here it
 *   is a plain one: the same tests take two thirds of the time.
 * - Jest loads each module again for each test file. TypeScript takes half a second to load, and
 *   runs faster the longer it runs. So a worker loads it once, and hands it to the tests.
 * - The other modules are loaded for each test file, but compiled once in a worker.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// Node 20 does not find the modules that a kept module imports later.
if (Number.parseInt(process.versions.node, 10) >= 22) await import('./compiled-once.js');

export default class extends TestEnvironment {
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
