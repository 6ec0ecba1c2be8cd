import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsumerPlace, type Consumer } from './support/consumers.js';
import { toolchainFile } from './support/toolchain-folder.js';
import { runNode } from './support/run-command.js';

const EXPECTED = { status: 0, output: '9 answers as expected\n' };

/** A file that compiles every source by swc's own API, as its command line does. */
const COMPILE_BY_SWC = `import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { transformFileSync } from '@swc/core';
mkdirSync('dist-swc');
for (const file of readdirSync('src')) {
  const { code } = transformFileSync('src/' + file, {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  });
  writeFileSync('dist-swc/' + file.replace('.ts', '.js'), code);
}
`;

const VITE_CONFIGURATION = `export default {
  build: { ssr: 'src/main.ts', outDir: 'dist-vite', target: 'node20' },
  ssr: { noExternal: true },
  logLevel: 'error',
};
`;

describe('a project built by haft, under compilers that see one file at a time [NEW-25, DEF-12]', () => {
  let place: ConsumerPlace;
  let project: Consumer;
  beforeAll(() => {
    place = ConsumerPlace.create('compilers');
    project = place.project('shop');
    project.build();
  }, 120_000);
  afterAll(() => {
    place.remove();
  });

  test('swc', () => {
    project.write('compile.mjs', COMPILE_BY_SWC);
    expect(runNode(['compile.mjs'], project.folder)).toEqual({ status: 0, output: '' });
    expect(runNode(['dist-swc/main.js'], project.folder)).toEqual(EXPECTED);
  }, 60_000);

  test.each([
    ['every file by itself', ['src/*.ts', '--outdir=dist-esbuild-files']],
    ['a bundle', ['src/main.ts', '--bundle', '--outfile=dist-esbuild/main.js']],
    ['a bundle in several files', ['src/main.ts', '--bundle', '--splitting', '--outdir=dist-esbuild-split']],
    ['a minified bundle', ['src/main.ts', '--bundle', '--minify', '--outfile=dist-esbuild-minified/main.js']],
  ])(
    'esbuild, %s',
    (_title, options) => {
      const esbuild = join(toolchainFile('esbuild'), 'bin', 'esbuild');
      const common = ['--format=esm', '--platform=node', '--log-level=warning', `--banner:js=${REQUIRE_IN_ESM}`];
      expect(runNode([esbuild, ...options, ...common], project.folder)).toEqual({ status: 0, output: '' });
      const [main = ''] = options.flatMap((option) => /^--out(?:file|dir)=(.*)/.exec(option)?.[1] ?? []);
      const file = main.endsWith('.js') ? main : join(main, 'main.js');
      expect(runNode([file], project.folder)).toEqual(EXPECTED);
    },
    60_000,
  );

  test('tsx', () => {
    expect(runNode([toolchainFile('tsx/dist/cli.mjs'), 'src/main.ts'], project.folder)).toEqual(EXPECTED);
  }, 60_000);

  test('tsx, CommonJS', () => {
    const commonjs = place.project('tsx-commonjs', {
      packageType: 'commonjs',
      importStyle: '',
      compilerOptions: { module: 'node16', moduleResolution: 'node16' },
    });
    commonjs.build();
    expect(runNode([toolchainFile('tsx/dist/cli.mjs'), 'src/main.ts'], commonjs.folder)).toEqual(EXPECTED);
  }, 60_000);

  test('vite, a build for the server that runs without node_modules', () => {
    project.write('vite.config.mjs', VITE_CONFIGURATION);
    expect(runNode([toolchainFile('vite/bin/vite.js'), 'build'], project.folder)).toEqual({ status: 0, output: '' });
    const alone = mkdtempSync(join(tmpdir(), 'haft-vite-'));
    try {
      cpSync(join(project.folder, 'dist-vite'), alone, { recursive: true });
      writeFileSync(join(alone, 'package.json'), '{"type":"module"}');
      expect(runNode(['main.js'], alone)).toEqual(EXPECTED);
    } finally {
      rmSync(alone, { recursive: true });
    }
  }, 60_000);

  test('extensionless imports: esbuild, tsx and vite', () => {
    const extensionless = place.project('extensionless', {
      importStyle: '',
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler' },
    });
    extensionless.build();
    expect(extensionless.read('src/toolsets.gen.ts')).toMatch(/from '\.\/shop\.toolset'/);
    expect(runNode([toolchainFile('tsx/dist/cli.mjs'), 'src/main.ts'], extensionless.folder)).toEqual(EXPECTED);
    extensionless.write('vite.config.mjs', VITE_CONFIGURATION);
    const vite = runNode([toolchainFile('vite/bin/vite.js'), 'build'], extensionless.folder);
    expect(vite).toEqual({ status: 0, output: '' });
    expect(runNode(['dist-vite/main.js'], extensionless.folder)).toEqual(EXPECTED);
  }, 60_000);
});

/** Bundled CommonJS dependencies (class-validator) call `require`, which ESM has not. */
const REQUIRE_IN_ESM =
  "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);";
