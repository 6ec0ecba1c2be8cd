import { createRequire } from 'node:module';
import { ConsumerPlace, type Consumer } from './support/consumers.js';
import { toolchainFile } from './support/toolchain-folder.js';
import { runNode, type CommandResult } from './support/run-command.js';

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');

const TEST_FILE = `import { verify } from './verify.js';

test('calls go through the whole path', async () => {
  expect(await verify()).toBe('9 answers as expected');
});
`;

const SWC = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

describe('a project built by haft, under test runners [DEF-12]', () => {
  let place: ConsumerPlace;
  beforeAll(() => {
    place = ConsumerPlace.create('test-runners');
  }, 120_000);
  afterAll(() => {
    place.remove();
  });

  test('vitest', () => {
    const project = built('vitest');
    project.write('vitest.config.mjs', 'export default { test: { globals: true } };\n');
    expectPassed(runNode([toolchainFile('vitest/vitest.mjs'), 'run'], project.folder), /1 passed/);
  }, 120_000);

  test('jest, ECMAScript modules', () => {
    const project = built('jest-esm');
    project.write('jest.config.mjs', `export default ${JSON.stringify(jestConfiguration('es6', true))};\n`);
    expectPassed(runNode(['--experimental-vm-modules', JEST], project.folder), /1 passed/);
  }, 120_000);

  test('jest, CommonJS', () => {
    const project = built('jest-commonjs');
    // Haft is published as ECMAScript modules only: jest must compile it too.
    const configuration = {
      ...jestConfiguration('commonjs', false),
      transformIgnorePatterns: ['/node_modules/(?!(haft|@haft)/)'],
    };
    project.write('jest.config.mjs', `export default ${JSON.stringify(configuration)};\n`);
    expectPassed(runNode([JEST], project.folder), /1 passed/);
  }, 120_000);

  function built(name: string): Consumer {
    const project = place.project(name);
    project.build();
    project.write('src/shop.test.ts', TEST_FILE);
    return project;
  }
});

function jestConfiguration(type: 'es6' | 'commonjs', esm: boolean): object {
  return {
    testEnvironment: 'node',
    rootDir: '.',
    haste: { enableSymlinks: false },
    ...(esm ? { extensionsToTreatAsEsm: ['.ts'] } : {}),
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: { '\\.[jt]s$': ['@swc/jest', { ...SWC, module: { type } }] },
  };
}

function expectPassed({ status, output }: CommandResult, expected: RegExp): void {
  expect(output).toMatch(expected);
  expect(status).toBe(0);
}
