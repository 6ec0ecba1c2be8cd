import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticketFiles } from './ticket-source.js';
import { toolsetFiles } from './toolset-source.js';

/** The number of tools per class, unless the project has another. */
const TOOLS_A_CLASS = 10;

/** The folder of generated projects: inside the package, so that their imports resolve. */
const ROOT = new URL('../generated/', import.meta.url).pathname;

/**
 * The form of a project. `class-validator`, `jsdoc`: three files per class, with the constraints of
 * the DTOs in decorators or in JSDoc tags. `tickets`: all classes in one file, with the same
 * arguments as the tools of peers.
 */
export type ProjectRules = 'class-validator' | 'jsdoc' | 'tickets';

/** A generated project on disk. */
export interface Project {
  readonly folder: string;
  readonly tsconfig: string;
  /** The output of `haft build`. */
  readonly generatedModule: string;
}

/**
 * Writes a NestJS-like project of `tools` tools: injected services, DTOs with class-validator
 * rules, interfaces, positional parameters, dates, unions, enums, JSDoc. The same arguments give
 * the same bytes.
 */
export function generateProject(
  name: string,
  tools: number,
  rules: ProjectRules = 'class-validator',
  toolsAClass: number = TOOLS_A_CLASS,
): Project {
  const folder = join(ROOT, name);
  const project = {
    folder,
    tsconfig: join(folder, 'tsconfig.json'),
    generatedModule: join(folder, 'src', 'toolsets.gen.ts'),
  };
  const marker = join(folder, `complete-${tools}-${toolsAClass}`);
  if (existsSync(marker)) return project;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'src'), { recursive: true });
  const files = projectFiles(name, tools, rules, toolsAClass);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  writeFileSync(marker, '');
  return project;
}

function projectFiles(name: string, tools: number, rules: ProjectRules, toolsAClass: number): Record<string, string> {
  const files: Record<string, string> = {
    'package.json': json({
      name,
      private: true,
      type: 'module',
      haft: { tsconfig: 'tsconfig.json', out: 'src/toolsets.gen.ts' },
    }),
    'tsconfig.json': json({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
  };
  if (rules === 'tickets') return { ...files, 'src/tickets.ts': ticketFiles(tools, toolsAClass) };
  const classes = Math.ceil(tools / toolsAClass);
  for (let i = 0; i < classes; i++) {
    const count = Math.min(toolsAClass, tools - i * toolsAClass);
    for (const [file, text] of Object.entries(toolsetFiles(i, count, rules))) files[`src/${file}`] = text;
  }
  return files;
}

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  isolatedModules: true,
  rootDir: 'src',
  outDir: 'dist',
  types: ['node'],
};

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
