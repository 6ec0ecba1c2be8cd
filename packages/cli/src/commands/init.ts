import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isObject } from '@haft/schema/internal';
import { pointerSkill, withAgentSection } from '../init/agent-files.js';
import { withHaftModule } from '../init/app-module.js';
import { ask } from '../init/ask.js';
import {
  buildsToolsets,
  newPackageJson,
  startsExample,
  templateFor,
  withHaft,
  type PackageJson,
} from '../init/package-json.js';
import { examineTsconfig, type ExaminedTsconfig } from '../init/examine-tsconfig.js';
import { EXAMPLE, FIRST, templateFiles, withoutParameterProperties, type TemplateName } from '../init/template.js';
import { styled } from '../output/styled.js';
import { UsageError } from '../usage-error.js';
import { version } from '../version.js';

/** Options of `haft init`. */
export interface InitOptions {
  /** Default: `nestjs` if `@nestjs/core` is a dependency, else `node`. */
  readonly template?: TemplateName;
  /** Whether coding agents are told where the skill is. Default: it asks, if the terminal can. */
  readonly skill?: boolean;
}

/**
 * Creates a project, or adds a first toolset to an existing one. Keeps existing files and adds
 * missing entries to package.json and .gitignore.
 *
 * @param path - the project's folder
 * @throws {UsageError} if package.json cannot be read, or for the root of a monorepo
 */
export async function init(path: string, options: InitOptions): Promise<number> {
  const folder = resolve(path);
  const existing = packageJsonIn(folder);
  const template = options.template ?? templateFor(existing ?? {});
  const isModule = existing === undefined || existing.type === 'module';
  if (existing === undefined && template === 'nestjs') {
    throw new UsageError(
      'There is no NestJS project here.',
      'Run `npx @nestjs/cli new my-app` first, then this in it.',
    );
  }
  refuseMonorepo(folder, existing);
  const style = isModule ? '.js' : '';
  const isUntyped = !existsSync(join(folder, 'tsconfig.json'));
  const config = addFiles(folder, templateFiles(template, style), {
    folder,
    isModule,
    namesRuntime: namesRuntime(existing),
  });
  const next =
    existing === undefined
      ? newPackageJson(basename(folder), version)
      : withHaft(existing, { template, version, settings: config.settings, isUntyped });
  replace(folder, 'package.json', `${JSON.stringify(next, null, 2)}\n`);
  if (!buildsToolsets(next)) note('your own prebuild script was kept: let it run `haft build` too');
  for (const line of config.toChange) note(line);
  const wired = template === 'nestjs' && wireModule(folder, style);
  const ignored = [...(existing === undefined ? ['node_modules/'] : []), ...(isUntyped ? ['dist/'] : []), GENERATED];
  ignore(folder, ignored);
  if (options.skill ?? (await ask('Tell coding agents where the skill of Haft is?'))) tellAgents(folder);
  say(`\nNext:\n${nextSteps(path, template, { starts: startsExample(next), wired })}`);
  return 0;
}

/** Writes the files in which coding agents look for skills and instructions. */
function tellAgents(folder: string): void {
  replace(folder, '.claude/skills/haft/SKILL.md', pointerSkill());
  const agents = join(folder, 'AGENTS.md');
  replace(folder, 'AGENTS.md', withAgentSection(existsSync(agents) ? readFileSync(agents, 'utf8') : ''));
}

/** Refuses a folder whose packages are the projects. */
function refuseMonorepo(folder: string, manifest: PackageJson | undefined): void {
  const workspace = join(folder, 'pnpm-workspace.yaml');
  const isRoot =
    manifest?.['workspaces'] !== undefined ||
    existsSync(join(folder, 'lerna.json')) ||
    (existsSync(workspace) && /^packages:/m.test(readFileSync(workspace, 'utf8')));
  if (!isRoot) return;
  throw new UsageError(
    `${folder} is the root of a monorepo, and has no sources of its own.`,
    'Run `haft init` in the package that gets the tools: `npx haft init packages/my-tools` creates one.',
  );
}

/**
 * Adds the files of a template in the form of the project, and returns how the project reads them.
 */
function addFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  project: Parameters<typeof examineTsconfig>[0],
): ExaminedTsconfig {
  let config: ExaminedTsconfig | undefined;
  for (const [file, text] of files) {
    if (!FIRST.includes(file)) config ??= examineTsconfig(project);
    if (file === EXAMPLE && config?.writesCode === false) continue;
    add(folder, file, config?.erasableSyntaxOnly === true ? withoutParameterProperties(text) : text);
  }
  return examineTsconfig(project);
}

/** `toolsets.gen.ts`, and next to it `toolsets.checks.gen.ts` and `toolsets.issues.gen.ts`. */
const GENERATED = 'src/*.gen.ts';

/**
 * Adds the new module to the imports of the root module.
 *
 * @returns whether the root module imports it now
 */
function wireModule(folder: string, style: '.js' | ''): boolean {
  const path = join(folder, 'src/app.module.ts');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = withHaftModule(before, style);
  if (after !== undefined) write(folder, 'src/app.module.ts', after);
  return after !== undefined || before.includes('TodoModule');
}

interface Done {
  /** Whether `npm start` runs the first example. */
  readonly starts: boolean;
  readonly wired: boolean;
}

function nextSteps(path: string, template: TemplateName, { starts, wired }: Done): string {
  const enter = resolve(path) === process.cwd() ? [] : [`  cd ${path}`];
  const start = template === 'node' && starts ? ['  npm run build && npm start'] : ['  npm run build'];
  const module = [
    '  in the module that NestFactory gets (and in src/runtime.ts, where that is not AppModule):',
    "    import { HaftModule } from '@haft/nestjs' and { toolsets } from the generated src/toolsets.gen.ts",
    '    imports: [HaftModule.forRoot({ toolsets }), TodoModule]',
  ];
  const wire = template === 'nestjs' && !wired ? module : [];
  const call = template === 'nestjs' ? ["  npx haft call todo_add --arg text='Oil the oarlocks'"] : [];
  return [...enter, '  npm install', ...wire, ...start, '  npx haft list', ...call].join('\n');
}

function namesRuntime(file: PackageJson | undefined): boolean {
  return isObject(file?.haft) && 'runtime' in file.haft;
}

function packageJsonIn(folder: string): PackageJson | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${(error as Error).message}`, 'Correct its syntax.');
  }
}

function add(folder: string, file: string, text: string): void {
  if (existsSync(join(folder, file))) note(`kept  ${shown(folder, file)} (it exists already)`);
  else write(folder, file, text);
}

function replace(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) write(folder, file, text);
}

function ignore(folder: string, lines: readonly string[]): void {
  const path = join(folder, '.gitignore');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line));
  if (missing.length === 0) return;
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  write(folder, '.gitignore', `${before}${separator}${missing.join('\n')}\n`);
}

function write(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  say(`${styled('green', '✓')} wrote ${shown(folder, file)}`);
}

function shown(folder: string, file: string): string {
  return relative(process.cwd(), join(folder, file));
}

function note(text: string): void {
  say(`${styled('yellow', '!')} ${text}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
