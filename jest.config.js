import { existsSync, readFileSync, readdirSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

const root = import.meta.dirname;

// With `omit=dev` in .npmrc, npm runs scripts as in production. Haft then checks no results.
process.env.NODE_ENV = 'test';
// The processes that tests start, some hundreds, compile TypeScript and Haft once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'haft-tests-compiled');

/** Whether Linux has a folder in memory with 2 GB left, from which programs may run. */
const hasMemoryFolder = () => {
  if (!existsSync('/proc/mounts')) return false;
  const [, options] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  if (options === undefined || /\b(?:ro|noexec)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2e9;
};
// Tests make and remove many thousand files. On a disk, they take a tenth longer.
if (process.env.TMPDIR === undefined && hasMemoryFolder()) process.env.TMPDIR = '/dev/shm';

/** Removes types and compiles legacy decorators. tsc checks the types. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'es6' },
    // Maps in the code itself would be parsed for each test file.
    sourceMaps: true,
  },
];

/** Does the same with TC39 decorators, for files that end in `.tc39.ts`. */
const swcStandardDecorators = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { decoratorVersion: '2022-03', useDefineForClassFields: true },
    },
    module: { type: 'es6' },
    sourceMaps: true,
  },
];

/**
 * Our packages are tested from source, except in `integration`, which reads the published files.
 */
const fromSource = {
  '^haft$': `${root}/packages/haft/src/index.ts`,
  '^haft/([a-z-]+)$': [`${root}/packages/haft/src/$1.ts`, `${root}/packages/haft/src/$1/index.ts`],
  '^@haft/([a-z]+)$': `${root}/packages/$1/src/index.ts`,
  '^#recheck$': 'recheck/lib/browser.js',
  '^@haft/([a-z]+)/([a-z-]+)$': [`${root}/packages/$1/src/$2.ts`, `${root}/packages/$1/src/$2/index.ts`],
};

const project = (name) => ({
  displayName: name,
  rootDir: `${root}/packages/${name}`,
  // Not `dist`: benchmarks and builds change its files while tests run.
  roots: ['src', 'test'].map((folder) => `${root}/packages/${name}/${folder}`).filter((folder) => existsSync(folder)),
  testEnvironment: `${root}/scripts/loaded-once/environment.js`,
  runtime: `${root}/scripts/loaded-once/runtime.cjs`,
  testRunner: `${root}/scripts/test-runner.cjs`,
  extensionsToTreatAsEsm: ['.ts'],
  // Most imports end in `.js` and mean a file `.ts`. Each name before it is a look at the disk.
  moduleFileExtensions: ['js', 'ts', 'mjs', 'cjs', 'json', 'node'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // `jest.toolchains.config.js` runs the tests of toolchains.
  testPathIgnorePatterns: ['/node_modules/', '/fixtures/', '/test/toolchains/'],
  moduleNameMapper: {
    '^fast-check$': `${root}/scripts/seeded-fast-check.js`,
    '^(typescript|typescript-json-schema)$': `${root}/scripts/loaded-once/$1.cjs`,
    ...(name === 'integration' ? {} : fromSource),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.tc39\\.ts$': swcStandardDecorators, '^.+\\.ts$': swc },
});

/** Tests of controllers with NestJS 11, in place of 12. */
const nest11 = () => {
  const nestjs = project('nestjs');
  const packages = '^@nestjs/(common|core|testing|platform-express|platform-fastify)(/.*)?$';
  return {
    ...nestjs,
    displayName: 'nestjs-11',
    testMatch: ['<rootDir>/test/controllers/{controllers,routes}.test.ts'],
    moduleNameMapper: { [packages]: `${root}/.ci/nest-11/node_modules/@nestjs/$1$2`, ...nestjs.moduleNameMapper },
    globals: { nestMajor: 11 },
  };
};

/** Returns whether this Node is new enough for a package, by its `engines`. */
const runsHere = (name) => {
  const { engines } = JSON.parse(readFileSync(`${root}/packages/${name}/package.json`, 'utf8'));
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(engines?.node ?? '') ?? []).slice(1).map(Number);
  const [thisMajor, thisMinor] = process.versions.node.split('.').map(Number);
  return thisMajor > major || (thisMajor === major && thisMinor >= minor);
};

const names = readdirSync(`${root}/packages`).filter((name) => existsSync(`${root}/packages/${name}/test`));

// More than processors, since many tests wait for other processes.
const maxWorkers = availableParallelism() + 1;

export default {
  projects: [...names.filter(runsHere).map(project), nest11()],
  reporters: ['default', '<rootDir>/scripts/suites/missing-suites-reporter.js'],
  testTimeout: 60_000,
  maxWorkers,
  // Bytes of the heap, above which a worker starts again. All together have half of the memory:
  // kept modules, mainly TypeScript and the SDKs of the bridges, take a gigabyte.
  workerIdleMemoryLimit: Math.min(1.5e9, totalmem() / 2 / maxWorkers),
  // The system needs up to two seconds to free the memory of a worker with 700 MB of test files.
  // Nothing is left open.
  workerGracefulExitTimeout: 10_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['packages/*/src/**/*.ts', '!packages/*/src/index.ts', '!**/*.gen.ts'],
};
