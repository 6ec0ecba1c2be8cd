import { existsSync } from 'node:fs';
import type { Class } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { Runtime } from 'haft';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProject } from './build-project.js';
import { generateProject, type Project, type ProjectRules } from './generate-project.js';

/**
 * The number of foreign tools in the process: enough to make every call site of the engine
 * megamorphic.
 */
const FOREIGN_TOOLS = 60;

/** A generated project after building and loading. */
export interface ForeignToolsets {
  readonly toolsets: ReflectedToolsets;
  readonly services: readonly Class[];
  /** Calls each tool with its example a few times, also with invalid arguments. */
  callEveryTool<Tools>(runtime: Runtime<Tools>): Promise<void>;
}

export async function foreignToolsets(): Promise<ForeignToolsets> {
  const toolsets = await loadToolsets('foreign', FOREIGN_TOOLS);
  const { toolsets: descriptors, services } = toolsets.read();
  return {
    toolsets,
    services: services.map((one) => one.class),
    async callEveryTool(runtime) {
      const run = runtime.startRun({ retries: 1_000_000 });
      for (let round = 0; round < 200; round++) {
        for (const { name, example } of descriptors.flatMap(({ tools }) => tools)) {
          await run.call({ id: 'c1', name, arguments: example });
          await run.call({ id: 'c2', name, arguments: '{"nothing":1}' });
        }
      }
      await run.end();
    },
  };
}

/** Returns the toolsets of a generated project with this number of tools. Builds it if needed. */
export async function loadToolsets(name: string, tools: number): Promise<ReflectedToolsets> {
  const module = join(builtProject(name, tools).folder, 'dist', 'toolsets.gen.js');
  const { toolsets } = (await import(pathToFileURL(module).href)) as { toolsets: ReflectedToolsets };
  return toolsets;
}

/** Returns a generated project with its JavaScript in `dist`. */
export function builtProject(name: string, tools: number, rules?: ProjectRules): Project {
  const project = generateProject(name, tools, rules);
  if (!existsSync(join(project.folder, 'dist', 'toolsets.gen.js'))) buildProject(project);
  return project;
}
