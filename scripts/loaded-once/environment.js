/*
 * The environment of all tests (jest.config.js). Jest loads each module again for each test file.
 * TypeScript takes half a second to load, and runs faster the longer it runs. So a worker of Jest
 * loads it once, outside of the tests, and hands it to them.
 */
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadedOnce = createRequire(import.meta.url);
  }
}
