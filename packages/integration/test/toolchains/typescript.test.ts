import { join } from 'node:path';
import { ConsumerPlace, type ConsumerOptions } from './support/consumers.js';
import { toolchainFile } from './support/toolchain-folder.js';
import { runNode } from './support/run-command.js';

/** The flags under which generated code of others usually breaks. */
const STRICTEST = {
  isolatedModules: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  declaration: true,
  isolatedDeclarations: true,
};
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

const PROJECTS: Readonly<Record<string, ConsumerOptions>> = {
  'nodenext, strictest': { compilerOptions: STRICTEST },
  'nodenext, class fields by assignment': { compilerOptions: { ...STRICTEST, useDefineForClassFields: false } },
  'nodenext, strict off': { compilerOptions: { strict: false } },
  'nodenext, imports of .ts files': {
    importStyle: '.ts',
    compilerOptions: { ...STRICTEST, rewriteRelativeImportExtensions: true },
  },
  'bundler, strictest': { compilerOptions: { ...STRICTEST, ...BUNDLER } },
  'bundler, strict off': { compilerOptions: { strict: false, ...BUNDLER } },
};
const COMPILERS = {
  '5.9': 'typescript-5/lib/tsc.js',
  '6.0': 'typescript-6/lib/tsc.js',
  '7.0': 'typescript-7/lib/tsc.js',
};

describe('a project built by haft, under every TypeScript [DEF-12]', () => {
  let place: ConsumerPlace;
  beforeAll(() => {
    place = ConsumerPlace.create('typescript');
  }, 120_000);
  afterAll(() => {
    place.remove();
  });

  describe.each(Object.entries(PROJECTS))('%s', (title, options) => {
    let folder: string;
    beforeAll(() => {
      const project = place.project(title.replaceAll(/\W+/g, '-'), options);
      project.build();
      folder = project.folder;
    }, 120_000);

    test.each(Object.entries(COMPILERS))(
      'compiles without an error and runs under %s',
      (version, compiler) => {
        const output = join(folder, `dist-${version}`);
        expect(runNode([toolchainFile(compiler), '-p', folder, '--outDir', output], folder)).toEqual({
          status: 0,
          output: '',
        });
        expect(runNode([join(output, 'main.js')], folder)).toEqual({ status: 0, output: '9 answers as expected\n' });
      },
      120_000,
    );
  });
});
