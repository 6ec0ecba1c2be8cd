import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand, runNode } from './run-command.js';
import { toolchainFile, TOOLCHAINS } from './toolchain-folder.js';

const REPOSITORY = new URL('../../../../../', import.meta.url).pathname;
const TEMPLATES = new URL('../../fixtures/toolchains/', import.meta.url).pathname;
const SCHEMATICS = toolchainFile('@angular-devkit/schematics-cli/bin/schematics.js');
const PUBLISHED = ['schema', 'core', 'reflector', 'arguments', 'runtime', 'haft', 'cli', 'nestjs'];

/** How a project writes relative imports. */
export type ImportStyle = '.js' | '' | '.ts';

/** The types of `nest new`: `esm` comes with vitest, `cjs` with jest. */
type NestType = 'esm' | 'cjs';

/** The form of a consumer project. */
export interface ConsumerOptions {
  readonly packageType?: 'module' | 'commonjs';
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly importStyle?: ImportStyle;
  /**
   * The folder of `fixtures/toolchains` that brings its own configuration. Default: `shop`, which
   * gets it here.
   */
  readonly template?: string;
}

/** A project that uses Haft. */
export interface Consumer {
  readonly folder: string;
  /** The file of the `haft` command. */
  readonly haft: string;
  /** `npx haft build`. */
  build(): void;
  write(file: string, text: string): void;
  read(file: string): string;
  /** A project inside this one. */
  at(folder: string): Consumer;
}

/**
 * A folder for the consumer projects of one run, below the toolchains. Our packages are installed
 * there from `npm pack`, not by links, so that only published files are found.
 */
export class ConsumerPlace {
  private readonly haft: string;

  private constructor(private readonly folder: string) {
    this.haft = join(folder, 'node_modules', '@haft', 'cli', 'bin', 'haft.js');
  }

  static create(name: string): ConsumerPlace {
    mkdirSync(join(TOOLCHAINS, 'dist'), { recursive: true });
    const folder = mkdtempSync(join(TOOLCHAINS, 'dist', `${name}-`));
    installPacked(folder);
    return new ConsumerPlace(folder);
  }

  project(name: string, options: ConsumerOptions = {}): Consumer {
    const folder = join(this.folder, name);
    const { packageType = 'module', compilerOptions = {}, importStyle = '.js', template = 'shop' } = options;
    cpSync(join(TEMPLATES, template), folder, { recursive: true });
    const consumer = consumerAt(folder, this.haft);
    if (template !== 'shop') return consumer;
    consumer.write('package.json', JSON.stringify({ name, private: true, type: packageType }));
    const tsconfig = { compilerOptions: { ...COMPILER_OPTIONS, ...compilerOptions }, include: ['src'] };
    consumer.write('tsconfig.json', JSON.stringify(tsconfig));
    if (importStyle !== '.js') changeExtensions(join(folder, 'src'), importStyle);
    return consumer;
  }

  /** A NestJS application with toolsets: the files of a template over those of `nest new`. */
  nestApplication(name: string, type: NestType, template = 'nest-app'): Consumer {
    const application = this.newNestApplication(name, type);
    cpSync(join(TEMPLATES, template), application.folder, { recursive: true });
    if (type === 'cjs') changeExtensions(join(application.folder, 'src'), '');
    return application;
  }

  /** A NestJS application as `nest new` makes it. */
  newNestApplication(name: string, type: NestType): Consumer {
    const args = ['@nestjs/schematics:application', `--name=${name}`, `--type=${type}`];
    const { status, output } = runNode([SCHEMATICS, ...args], this.folder);
    if (status !== 0) throw new Error(`nest new failed:\n${output}`);
    const folder = join(this.folder, name);
    linkPackages(folder, [join(this.folder, 'node_modules'), join(TOOLCHAINS, 'node_modules')]);
    return consumerAt(folder, this.haft);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The options that every project here has. The test sets the others. */
const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
  types: ['node'],
};

function consumerAt(folder: string, haft: string): Consumer {
  const consumer: Consumer = {
    folder,
    haft,
    build: () => {
      const { status, output } = runNode([haft, 'build'], folder);
      if (status !== 0) throw new Error(`haft build failed in ${folder}:\n${output}`);
    },
    write: (file, text) => {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    at: (inner) => consumerAt(join(folder, inner), haft),
  };
  return consumer;
}

function installPacked(folder: string): void {
  const workspaces = PUBLISHED.flatMap((name) => ['-w', `packages/${name}`]);
  const { status, output } = runCommand('npm', ['pack', ...workspaces, '--pack-destination', folder], REPOSITORY);
  if (status !== 0) throw new Error(`npm pack failed:\n${output}`);
  for (const tarball of readdirSync(folder).filter((file) => file.endsWith('.tgz'))) {
    const name = tarball.replace(/^haft-(.*?)-?\d+\..*$/, '$1');
    const target = join(folder, 'node_modules', ...(name === '' ? ['haft'] : ['@haft', name]));
    mkdirSync(target, { recursive: true });
    const untar = runCommand('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', target], folder);
    if (untar.status !== 0) throw new Error(`tar failed:\n${untar.output}`);
    rmSync(join(folder, tarball));
  }
}

/** Creates a `node_modules` in the application: bundlers of NestJS leave out its packages. */
function linkPackages(folder: string, sources: readonly string[]): void {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['haft', '@haft', '@nestjs', 'class-transformer', 'class-validator', 'reflect-metadata', 'rxjs']) {
    const source = sources.map((one) => join(one, name)).find((one) => existsSync(one));
    if (source !== undefined) symlinkSync(source, join(folder, 'node_modules', name));
  }
}

function changeExtensions(folder: string, extension: ImportStyle): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']*)\.js'/g, `$1${extension}'`));
  }
}
