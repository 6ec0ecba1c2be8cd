import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATES } from '../src/init/template.js';
import { version } from '../src/version.js';
import { haft, haftInThread, run, tsc } from './support/haft.js';
import { linkModules } from './support/link-modules.js';
import { removeTemporaryFolders, temporaryFolder, writeFiles } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

describe('haft init', () => {
  it('begins a project that builds and runs as it is [TSP-23]', () => {
    const above = temporaryFolder();
    const { out, code } = haft(above, ['init', 'my-app']);
    expect(code).toBe(0);
    expect(out).toContain('Next:\n  cd my-app\n  npm install\n  npm test\n  npm run build && npm start\n');
    const folder = join(above, 'my-app');
    linkModules(folder);
    expect(haft(folder, ['build']).code).toBe(0);
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
    expect(run(folder, ['dist/main.js']).out).toContain('success: {"id":1,"text":"Oil the oarlocks"');
    expect(run(folder, ['--test', 'dist/tools.test.js'])).toMatchObject({ code: 0 });
    expect(haft(folder, ['doctor']).out.match(/^✓/gm)).toHaveLength(7);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules/\ndist/\nsrc/*.gen.ts\n');
  });

  it.each(TEMPLATES)('has a template %s with four scripts, a test, and a tool that waits for an approval', (name) => {
    const above = temporaryFolder();
    expect(haft(above, ['init', '--template', name, 'My App']).code).toBe(0);
    const read = (file: string): string => readFileSync(join(above, 'My App', file), 'utf8');
    const { scripts, ...manifest } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    expect(manifest).toMatchObject({ name: 'my-app', devDependencies: { '@haft/cli': `^${version}` } });
    expect(JSON.stringify(manifest)).not.toContain('^0.0.0');
    expect(Object.keys(scripts ?? {})).toEqual(expect.arrayContaining(['dev', 'build', 'start', 'test']));
    expect(scripts?.['test']).toMatch(/^haft build && tsc.* && node --test dist\/tools\.test\.js/);
    expect(read('src/tools.test.ts')).toContain('decision.approve()');
    const files = readdirSync(join(above, 'My App'), { recursive: true, encoding: 'utf8' });
    const [share = ''] = files.filter((file) => file.endsWith('share.toolset.ts'));
    expect(read(share)).toContain('@RequiresApproval()');
  });

  it('refuses to make an existing project a new one', () => {
    const folder = temporaryFolder({ 'package.json': '{"name":"app"}' });
    const { code, err } = haft(folder, ['init', '--template', 'express']);
    expect(err).toContain("There is a project here already. The template 'express' creates a new one.");
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'src'))).toBe(false);
  });

  it('keeps existing files, and does nothing the second time', () => {
    const folder = temporaryFolder({
      'package.json': '{"name":"app","type":"module","scripts":{"build":"tsc"}}',
      'tsconfig.json': '{}',
      '.gitignore': 'dist/',
    });
    const first = haft(folder, ['init']);
    expect(first.out).toContain('! kept  tsconfig.json (it exists already)');
    expect(readFileSync(join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('dist/\nsrc/*.gen.ts\n');
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'app',
      scripts: { prebuild: 'haft build', build: 'tsc' },
    });
    expect(haft(folder, ['init']).out).not.toContain('wrote');
  });

  it('tells coding agents where the skill is, and keeps what they read before', () => {
    const folder = temporaryFolder({ 'package.json': '{"name":"app","type":"module"}', 'AGENTS.md': '# Rules\n' });
    haft(folder, ['init', '--skill']);
    const skill = readFileSync(join(folder, '.claude/skills/haft/SKILL.md'), 'utf8');
    expect(skill).toMatch(/^---\nname: haft\ndescription: >-\n/);
    expect(skill).toContain('`node_modules/haft/skills/haft/SKILL.md`');
    const agents = readFileSync(join(folder, 'AGENTS.md'), 'utf8');
    expect(agents).toMatch(/^# Rules\n\n<!-- BEGIN:haft -->\n[^]*`node_modules\/haft\/skills[^]*<!-- END:haft -->\n$/);
    expect(haft(folder, ['init', '--skill']).out).not.toContain('wrote');
    // Without a person at the terminal, it does not ask.
    const other = temporaryFolder();
    haft(other, ['init']);
    expect(existsSync(join(other, 'AGENTS.md'))).toBe(false);
  });

  const OPTIONS = {
    target: 'ES2022',
    // Without the types of the DOM and of all installed packages, a build takes half the time.
    lib: ['ES2023'],
    types: ['node'],
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'dist',
  };

  it.each([
    ['of ECMAScript modules without a build script', { type: 'module' }, 'tsconfig.json', {}],
    ['of CommonJS with a build script', { scripts: { build: 'tsc' } }, 'tsconfig.json', {}],
    [
      'with a tsconfig of references only',
      { type: 'module', scripts: { build: 'tsc -p tsconfig.app.json' } },
      'tsconfig.app.json',
      { 'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }' },
    ],
  ])('makes an existing project %s build, run and answer haft call', (_kind, manifest, config, files) => {
    const folder = temporaryFolder({
      'package.json': JSON.stringify({ name: 'app', ...manifest }),
      ...files,
      [config]: JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
    });
    const { out } = haft(folder, ['init']);
    expect(out).toContain(`! add "experimentalDecorators": true to the compilerOptions of ${config}\n`);
    const compilerOptions = { ...OPTIONS, experimentalDecorators: true };
    writeFiles(folder, { [config]: JSON.stringify({ compilerOptions, include: ['src'] }) });
    linkModules(folder);
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['prebuild']).toBe('haft build');
    expect(scripts['build']).toMatch(/^tsc/);
    expect(haft(folder, ['build'])).toMatchObject({ code: 0 });
    const compiled = tsc(folder, '-p', config);
    expect(compiled).toEqual({ code: 0, out: '', err: '' });
    expect(run(folder, ['dist/main.js']).out).toContain('success: {"id":1,"text":"Oil the oarlocks"');
    expect(haftInThread(folder, ['call', 'todo_add', '{"text":"Row"}'])).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'that is of CommonJS',
      { module: 'commonjs' },
      'set "module" to "NodeNext" in the compilerOptions of tsconfig.json',
    ],
    [
      'with an old resolution',
      { module: 'commonjs', moduleResolution: 'node' },
      'set "module" and "moduleResolution" to "NodeNext" in the compilerOptions of tsconfig.json',
    ],
  ])('names the options of a tsconfig %s, with which TypeScript does not find haft', (_kind, options, line) => {
    const folder = temporaryFolder({ 'package.json': '{"name":"app"}', 'src/app.ts': 'export const app = 1;\n' });
    const write = (more: object): void =>
      writeFiles(folder, {
        'tsconfig.json': JSON.stringify({
          compilerOptions: { ...OPTIONS, types: [], experimentalDecorators: true, ...more },
          include: ['src'],
        }),
      });
    write(options);
    expect(haft(folder, ['init']).out).toContain(`! ${line}: else TypeScript does not find haft\n`);
    linkModules(folder);
    expect(haft(folder, ['build']).err).toContain('HAFT1004');
    write({ module: 'NodeNext' });
    expect(haft(folder, ['init']).out).not.toContain('NodeNext');
    expect(haft(folder, ['build'])).toMatchObject({ code: 0 });
  });

  it.each([{ module: 'esnext', moduleResolution: 'bundler' }, { module: 'preserve' }, { module: 'node20' }])(
    'asks for no other module kind than %j',
    (options) => {
      const folder = temporaryFolder({
        'package.json': '{"name":"app"}',
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, experimentalDecorators: true } }),
      });
      expect(haft(folder, ['init']).out).not.toContain('! set');
    },
  );

  it.each([
    [
      'an option of the file that it extends',
      { extends: './tsconfig.base.json', include: ['src'] },
      { module: 'commonjs', moduleResolution: 'node', experimentalDecorators: true },
      ['set "module" and "moduleResolution" to "NodeNext" in the compilerOptions of tsconfig.json'],
    ],
    [
      'options of the file that it extends',
      { extends: './tsconfig.base.json', include: ['src'] },
      { module: 'NodeNext', experimentalDecorators: true, outDir: 'dist', rootDir: 'src' },
      [],
    ],
    [
      'CommonJS that cannot import ECMAScript modules',
      { compilerOptions: { module: 'node16', experimentalDecorators: true } },
      {},
      ['set "module" to "NodeNext" in the compilerOptions of tsconfig.json: else CommonJS cannot import haft'],
    ],
    [
      'sources elsewhere',
      { compilerOptions: { module: 'NodeNext', experimentalDecorators: true }, include: ['lib'] },
      {},
      ['add "src" to the "include" of tsconfig.json', 'set "runtime" under "haft" in package.json'],
    ],
    [
      'another program that writes the files',
      { compilerOptions: { module: 'preserve', noEmit: true, experimentalDecorators: true } },
      {},
      ['set "runtime" under "haft" in package.json to the file that your build writes for src/runtime.ts'],
    ],
  ])('reads the tsconfig of an existing project with %s', (_kind, config, base, lines) => {
    const folder = temporaryFolder({
      'package.json': '{"name":"app"}',
      'lib/app.ts': 'export const app = 1;\n',
      'tsconfig.base.json': JSON.stringify({ compilerOptions: base }),
      'tsconfig.json': `// The comments of a tsconfig count for nothing.\n${JSON.stringify(config)}`,
    });
    const notes = haft(folder, ['init'])
      .out.split('\n')
      .filter((line) => /^! (?!kept)/.test(line));
    expect(notes).toEqual(lines.map((line): unknown => expect.stringContaining(line)));
  });

  it.each([
    ['build/runtime.js', { outDir: 'build', rootDir: 'src' }],
    ['src/runtime.js', {}],
    ['dist/src/runtime.js', { outDir: 'dist', rootDir: '.' }],
    ['dist/src/runtime.js', { outDir: 'dist' }],
  ])('names %s as the built runtime if the compiler writes it there', (runtime, options) => {
    const compilerOptions = { module: 'NodeNext', experimentalDecorators: true, ...options };
    const folder = temporaryFolder({
      'package.json': '{"name":"app"}',
      'test/app.ts': 'export const app = 1;\n',
      'tsconfig.json': JSON.stringify({ compilerOptions }),
    });
    haft(folder, ['init']);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ haft: { runtime } });
  });

  it('names the runtime that nest build writes, where the tests are left out', () => {
    const folder = temporaryFolder({
      'package.json': '{"dependencies":{"@nestjs/core":"^11.0.0"}}',
      'test/app.ts': 'export const app = 1;\n',
      'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'NodeNext', outDir: './dist' } }),
      'tsconfig.build.json': JSON.stringify({ extends: './tsconfig.json', exclude: ['test', 'dist'] }),
    });
    haft(folder, ['init']);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      haft: { runtime: 'dist/runtime.js' },
    });
  });

  it('makes a project without TypeScript build and run', () => {
    const folder = temporaryFolder({ 'package.json': '{"name":"app","scripts":{"test":"echo none"}}' });
    expect(haft(folder, ['init']).out).toContain('  npm run build && npm start\n');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('dist/\nsrc/*.gen.ts\n');
    linkModules(folder);
    expect(haft(folder, ['build'])).toMatchObject({ code: 0 });
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
    expect(run(folder, ['dist/main.js']).out).toContain('success: {"id":1,"text":"Oil the oarlocks"');
  });

  it.each([
    ['11, of CommonJS', '^11.1.0', undefined, ''],
    ['12, of CommonJS', '^12.0.0', 'commonjs', ''],
    ['12, of ECMAScript modules', '^12.0.0', 'module', '.js'],
  ])('adds a module to a project of NestJS %s, in the way it writes its imports', (_kind, version, type, ending) => {
    const folder = temporaryFolder({
      'package.json': JSON.stringify({
        type,
        scripts: { build: 'nest build', start: 'nest start', 'start:dev': 'nest start --watch' },
        dependencies: { '@nestjs/core': version },
      }),
      'nest-cli.json': '{"collection":"@nestjs/schematics","sourceRoot":"src"}',
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...OPTIONS, rootDir: undefined, experimentalDecorators: true, emitDecoratorMetadata: true },
      }),
      'src/app.module.ts':
        "import { Module } from '@nestjs/common';\n\n@Module({\n  imports: [],\n})\nexport class AppModule {}\n",
    });
    const { out } = haft(folder, ['init']);
    expect(out).toContain('Next:\n  npm install\n  npm run build\n  npx haft list\n  npx haft call todo_add');
    expect(out).not.toContain('! add');
    expect(readFileSync(join(folder, 'src/todo/todo.module.ts'), 'utf8')).toContain(`from './todo.store${ending}';`);
    const module = readFileSync(join(folder, 'src/app.module.ts'), 'utf8');
    expect(module).toContain(`import { toolsets } from './toolsets.gen${ending}';`);
    expect(module).toContain('  imports: [HaftModule.forRoot({ toolsets }), TodoModule],');
    expect(existsSync(join(folder, 'src/main.ts'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      scripts: { prebuild: 'haft build', build: 'nest build', start: 'nest start' },
      haft: { runtime: 'dist/runtime.js' },
    });
    expect(haft(folder, ['init']).out).not.toContain('wrote');
  });

  it.each([
    ['is not there', {}],
    ['knows HaftModule, but not the new one', { 'src/app.module.ts': "import { HaftModule } from '@haft/nestjs';\n" }],
  ])('says what to import where the root module %s', (_what, files) => {
    const folder = temporaryFolder({ 'package.json': '{"dependencies":{"@nestjs/core":"^12.0.0"}}', ...files });
    expect(haft(folder, ['init']).out).toContain('    imports: [HaftModule.forRoot({ toolsets }), TodoModule]\n');
  });

  /** As `create-next-app` 16 writes it. */
  const NEXT = {
    'package.json': JSON.stringify({
      name: 'web',
      private: true,
      scripts: { dev: 'next dev', build: 'next build', start: 'next start', lint: 'eslint' },
      dependencies: { next: '16.0.0', react: '19.2.0', 'react-dom': '19.2.0' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2017',
        lib: ['dom', 'dom.iterable', 'esnext'],
        allowJs: true,
        skipLibCheck: true,
        strict: true,
        noEmit: true,
        esModuleInterop: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        resolveJsonModule: true,
        isolatedModules: true,
        jsx: 'react-jsx',
        incremental: true,
      },
      include: ['next-env.d.ts', '**/*.ts', '**/*.tsx'],
      exclude: ['node_modules'],
    }),
    'app/page.tsx': 'export default function Page() { return null; }\n',
  };
  /** As `create-vite` 8 writes it. */
  const VITE = {
    'package.json': JSON.stringify({
      name: 'web',
      private: true,
      type: 'module',
      scripts: { dev: 'vite', build: 'tsc -b && vite build', preview: 'vite preview' },
      devDependencies: { typescript: '~5.9.3', vite: '^8.0.0' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        useDefineForClassFields: true,
        module: 'ESNext',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        skipLibCheck: true,
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        verbatimModuleSyntax: true,
        moduleDetection: 'force',
        noEmit: true,
        strict: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        erasableSyntaxOnly: true,
        noFallthroughCasesInSwitch: true,
      },
      include: ['src'],
    }),
    'src/main.ts': "console.log('Hello');\n",
  };

  it.each([
    ['Next', NEXT, { predev: 'haft build', prebuild: 'haft build' }],
    ['Vite', VITE, { predev: 'haft build', prebuild: 'haft build' }],
  ])('adds tools to a project of %s, which has its own start and bundler', (_name, files, scripts) => {
    const folder = temporaryFolder(files);
    const before = existsSync(join(folder, 'src/main.ts'));
    const { out } = haft(folder, ['init']);
    expect(out).toContain('! add "experimentalDecorators": true to the compilerOptions of tsconfig.json\n');
    expect(existsSync(join(folder, 'src/main.ts'))).toBe(before);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    expect(manifest).toMatchObject({ scripts });
    expect(manifest['scripts']).not.toHaveProperty('prestart');
    // No build writes the module of the runtime where this setting could find it.
    expect(manifest['haft']).toEqual({});
    const config = JSON.parse(files['tsconfig.json']) as { compilerOptions: object };
    writeFiles(folder, {
      'tsconfig.json': JSON.stringify({
        ...config,
        compilerOptions: {
          ...config.compilerOptions,
          // The tools use nothing of the DOM, whose types take a second.
          lib: OPTIONS.lib,
          types: ['node'],
          experimentalDecorators: true,
          jsx: undefined,
        },
        include: ['src'],
      }),
    });
    linkModules(folder);
    expect(haft(folder, ['build'])).toMatchObject({ code: 0 });
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
  });

  it('adds tools to an Express server, and keeps how it starts', () => {
    const manifest = { scripts: { build: 'tsc', start: 'node dist/server.js' } };
    const server = "import express from 'express';\n\nexpress().listen(0).close();\nconsole.log('served');\n";
    const folder = temporaryFolder({
      'package.json': JSON.stringify({ name: 'api', ...manifest, dependencies: { express: '^5.0.0' } }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...OPTIONS, esModuleInterop: true, experimentalDecorators: true, noImplicitAny: false },
        include: ['src'],
      }),
      'src/server.ts': server,
    });
    expect(haft(folder, ['init']).out).not.toContain('! add');
    expect(readFileSync(join(folder, 'src/server.ts'), 'utf8')).toBe(server);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      scripts: { prebuild: 'haft build', build: 'tsc', start: 'node dist/server.js' },
    });
    linkModules(folder);
    expect(haft(folder, ['build'])).toMatchObject({ code: 0 });
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
    expect(run(folder, ['dist/server.js']).out).toBe('served\n');
    expect(haft(folder, ['list']).out).toContain('todo_add');
  });

  it.each([
    ['of npm or yarn', { 'package.json': '{"workspaces":["packages/*"]}' }],
    ['of pnpm', { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' }],
    ['of Lerna', { 'package.json': '{}', 'lerna.json': '{}' }],
  ])('refuses the root of a monorepo %s', (_kind, files) => {
    const folder = temporaryFolder(files);
    const { err, code } = haft(folder, ['init']);
    expect(code).toBe(2);
    expect(err).toContain('is the root of a monorepo');
    expect(err).toContain('npx haft init packages/my-tools');
    expect(existsSync(join(folder, 'src'))).toBe(false);
  });

  it('adds tools to a package of a monorepo', () => {
    const folder = temporaryFolder({
      'package.json': '{"workspaces":["packages/*"]}',
      'tsconfig.base.json': JSON.stringify({ compilerOptions: { ...OPTIONS, rootDir: undefined, outDir: undefined } }),
      'packages/app/package.json': '{"name":"app","type":"module","scripts":{"build":"tsc"}}',
      'packages/app/tsconfig.json': JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: { experimentalDecorators: true, rootDir: 'src', outDir: 'dist' },
        include: ['src'],
      }),
    });
    const app = join(folder, 'packages/app');
    expect(haft(folder, ['init', 'packages/app']).out).not.toContain('! add');
    linkModules(app);
    expect(haft(app, ['build'])).toMatchObject({ code: 0 });
    expect(tsc(app)).toEqual({ code: 0, out: '', err: '' });
    expect(run(app, ['dist/main.js']).out).toContain('success: {"id":1,"text":"Oil the oarlocks"');
  });

  it('refuses an unknown template and a broken package.json', () => {
    expect(haft(temporaryFolder({ 'package.json': '{' }), ['init']).err).toContain('is not valid JSON');
    expect(haft(temporaryFolder(), ['init', '--template', 'deno']).err).toContain(
      'Allowed choices are node, nest, express,',
    );
  });
});
