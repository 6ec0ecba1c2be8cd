import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addFirstToolset, type Added } from '../init/add-first-toolset.js';
import { pointerSkill, withAgentSection } from '../init/agent-files.js';
import { ask } from '../init/ask.js';
import { createProject } from '../init/create-project.js';
import { FolderWriter, say } from '../init/folder-writer.js';
import { kindOf, type PackageJson } from '../init/package-json.js';
import type { ProjectKind, TemplateName } from '../init/template.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft init`. */
export interface InitOptions {
  /** Default: `node`, or the kind of the existing project. */
  readonly template?: TemplateName | 'nestjs';
  /** Whether coding agents are told where the skill is. Default: it asks, if the terminal can. */
  readonly skill?: boolean;
}

/**
 * Creates a project, or adds a first toolset to an existing one. Keeps existing files and adds
 * missing entries to package.json and .gitignore.
 *
 * @param path - the project's folder
 * @throws {UsageError} if package.json cannot be read, for the root of a monorepo, or if a template
 * does not suit an existing project
 */
export async function init(path: string, options: InitOptions): Promise<number> {
  const writer = new FolderWriter(resolve(path));
  const existing = packageJsonIn(writer.folder);
  const template = options.template === 'nestjs' ? 'nest' : options.template;
  refuseMonorepo(writer.folder, existing);
  let steps: readonly string[];
  if (existing === undefined) {
    createProject(writer, template ?? 'node');
    steps = NEW_PROJECT;
  } else {
    const kind = template === undefined ? kindOf(existing) : kindFor(template);
    steps = stepsAfter(kind, addFirstToolset(writer, existing, kind));
  }
  if (options.skill ?? (await ask('Tell coding agents where the skill of Haft is?'))) tellAgents(writer);
  const enter = writer.folder === process.cwd() ? [] : [`cd ${path}`];
  say(`\nNext:\n${[...enter, 'npm install', ...steps].map((line) => `  ${line}`).join('\n')}`);
  return 0;
}

/** Returns the kind of an existing project that a template names. */
function kindFor(template: TemplateName): ProjectKind {
  if (template === 'node') return 'node';
  if (template === 'nest') return 'nestjs';
  throw new UsageError(
    `There is a project here already. The template '${template}' creates a new one.`,
    'Run `haft init` without --template to add a first toolset, or name a new folder.',
  );
}

/** Writes the files in which coding agents look for skills and instructions. */
function tellAgents(writer: FolderWriter): void {
  writer.replace('.claude/skills/haft/SKILL.md', pointerSkill());
  writer.replace('AGENTS.md', withAgentSection(writer.read('AGENTS.md') ?? ''));
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

const NEW_PROJECT = ['npm test', 'npm run build && npm start', 'npm run dev', 'npx haft list'];

function stepsAfter(kind: ProjectKind, { starts, wired }: Added): readonly string[] {
  const start = starts ? 'npm run build && npm start' : 'npm run build';
  if (kind === 'node') return [start, 'npx haft list'];
  const module = [
    'in the module that NestFactory gets (and in src/runtime.ts, where that is not AppModule):',
    "  import { HaftModule } from '@haft/nestjs' and { toolsets } from the generated src/toolsets.gen.ts",
    '  imports: [HaftModule.forRoot({ toolsets }), TodoModule]',
  ];
  return [...(wired ? [] : module), start, 'npx haft list', "npx haft call todo_add --arg text='Oil the oarlocks'"];
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
