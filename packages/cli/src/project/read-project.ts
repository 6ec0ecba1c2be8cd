import { dirname } from 'node:path';
import type { OfferModel, ProjectModel, ToolModel, ToolsetModel } from '@haft/reflector';
import { report } from '../output/report.js';
import { buildWithProgress } from './build-with-progress.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';

/**
 * Reads the toolsets of the project around the working directory from its source. Writes nothing
 * and runs no user code. Prints errors of the source.
 *
 * @returns undefined if the source has errors
 */
export async function readProject(options: SettingsOptions): Promise<ProjectModel | undefined> {
  const settings = await readSettings(options);
  const { model, ok, diagnostics } = await buildWithProgress({ ...settings, strict: false, for: [] }, { write: false });
  if (ok && model !== undefined) return model;
  report({ ok: false, diagnostics }, dirname(settings.tsconfig), 'pretty', {
    done: '',
    undone: 'the tools cannot be read',
  });
  return undefined;
}

/** A tool and its toolset. */
export interface ToolOfProject {
  /** A placeholder for a function: only the runtime knows its toolsets. */
  readonly toolset: Pick<ToolsetModel, 'name' | 'source'>;
  readonly tool: ToolModel;
}

/** Returns all resources, then all prompts, each sorted by name. */
export function offersOf(model: ProjectModel): readonly OfferOfProject[] {
  const offers = model.toolsets.flatMap((toolset) => (toolset.offers ?? []).map((tool) => ({ toolset, tool })));
  return offers.sort((a, b) => compare(b.tool.kind, a.tool.kind) || compare(a.tool.name, b.tool.name));
}

/** A resource or a prompt, and its toolset. */
export interface OfferOfProject extends ToolOfProject {
  readonly tool: OfferModel;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns all tools, sorted by name. */
export function toolsOf(model: ProjectModel): readonly ToolOfProject[] {
  const methods = model.toolsets.flatMap((toolset) => toolset.tools.map((tool) => ({ toolset, tool })));
  const functions = model.functions.map(({ source, tool }) => ({ toolset: { name: tool.name, source }, tool }));
  return [...methods, ...functions].sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
}
