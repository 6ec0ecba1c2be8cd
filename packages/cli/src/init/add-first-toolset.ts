import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@haft/schema/internal';
import { version } from '../version.js';
import { withHaftModule } from './app-module.js';
import { examineTsconfig, type ExaminedTsconfig } from './examine-tsconfig.js';
import { note, type FolderWriter } from './folder-writer.js';
import { buildsToolsets, startsExample, withHaft, type PackageJson } from './package-json.js';
import { EXAMPLE, FIRST, templateFiles, withoutParameterProperties, type ProjectKind } from './template.js';

/** The result for the user. */
export interface Added {
  /** Whether `npm start` runs the first example. */
  readonly starts: boolean;
  /** Whether the root module of NestJS imports the new one. */
  readonly wired: boolean;
}

/** Adds a first toolset to a project, in the form of its files. Changes no existing entries. */
export function addFirstToolset(writer: FolderWriter, existing: PackageJson, kind: ProjectKind): Added {
  const { folder } = writer;
  const isModule = existing.type === 'module';
  const style = isModule ? '.js' : '';
  const isUntyped = !existsSync(join(folder, 'tsconfig.json'));
  const namesRuntime = isObject(existing.haft) && 'runtime' in existing.haft;
  const config = addFiles(writer, templateFiles(kind, style), { folder, isModule, namesRuntime });
  const next = withHaft(existing, { kind, version, settings: config.settings, isUntyped });
  writer.replace('package.json', `${JSON.stringify(next, null, 2)}\n`);
  if (!buildsToolsets(next)) note('your own prebuild script was kept: let it run `haft build` too');
  for (const line of config.toChange) note(line);
  const wired = kind === 'nestjs' && wireModule(writer, style);
  writer.ignore([...(isUntyped ? ['dist/'] : []), GENERATED]);
  return { starts: kind === 'node' && startsExample(next), wired };
}

/** `toolsets.gen.ts`, and next to it `toolsets.checks.gen.ts` and `toolsets.issues.gen.ts`. */
const GENERATED = 'src/*.gen.ts';

/**
 * Adds the files of a template in the form of the project, and returns how the project reads them.
 */
function addFiles(
  writer: FolderWriter,
  files: ReadonlyMap<string, string>,
  project: Parameters<typeof examineTsconfig>[0],
): ExaminedTsconfig {
  let config: ExaminedTsconfig | undefined;
  for (const [file, text] of files) {
    if (!FIRST.includes(file)) config ??= examineTsconfig(project);
    if (file === EXAMPLE && config?.writesCode === false) continue;
    writer.add(file, config?.erasableSyntaxOnly === true ? withoutParameterProperties(text) : text);
  }
  return examineTsconfig(project);
}

/**
 * Adds the new module to the imports of the root module.
 *
 * @returns whether the root module imports it now
 */
function wireModule(writer: FolderWriter, style: '.js' | ''): boolean {
  const before = writer.read('src/app.module.ts') ?? '';
  const after = withHaftModule(before, style);
  if (after !== undefined) writer.replace('src/app.module.ts', after);
  return after !== undefined || before.includes('TodoModule');
}
