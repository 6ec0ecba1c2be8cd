import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ToolEmitError } from '../emit/emit-error.js';
import type { Place, ProjectModel, ToolModel } from '../model.js';
import type { ReadProject } from '../read-project.js';

/** What writing came to. */
export interface WrittenModule {
  /** Undefined when something was reported as an error. */
  readonly text: string | undefined;
  /** Those of the modules beside it. */
  readonly checksText: string | undefined;
  readonly issuesText: string | undefined;
  /** Those of the reading, and those of the writing. */
  readonly diagnostics: readonly Diagnostic[];
}

/** More tools that cannot be written are reported by the next build. */
const MOST_REPORTS = 20;

/**
 * The text of the generated module, or what keeps it from being written. Writing ends at the first tool that cannot be written; the
 * others are tried without it, so that one build shows every problem.
 */
export async function moduleOrReports({ model, diagnostics }: ReadProject, out: string): Promise<WrittenModule> {
  if (diagnostics.some((one) => one.severity === 'error')) return { ...NOTHING, diagnostics };
  const { writeModule, writeChecks, writeCollectors, ToolEmitError } = await import('../emit/write-module.js');
  const found: Diagnostic[] = [];
  let left = model;
  while (found.length < MOST_REPORTS) {
    try {
      const [text, checksText] = [writeModule(left, { out }), writeChecks(left, { out })];
      if (found.length === 0) return { text, checksText, issuesText: writeCollectors(model, { out }), diagnostics };
      break;
    } catch (error) {
      if (!(error instanceof ToolEmitError)) throw error;
      const tool = toolsOf(left).find((one) => one.name === error.tool);
      found.push(notWritable(error, tool?.place));
      if (tool === undefined) break;
      left = without(tool, left);
    }
  }
  return { ...NOTHING, diagnostics: [...diagnostics, ...found] };
}

const NOTHING = { text: undefined, checksText: undefined, issuesText: undefined };

function toolsOf({ toolsets, functions }: ProjectModel): readonly ToolModel[] {
  return [...toolsets.flatMap((one) => one.tools), ...functions.map((one) => one.tool)];
}

function without(tool: ToolModel, model: ProjectModel): ProjectModel {
  return {
    ...model,
    toolsets: model.toolsets.map((one) => ({ ...one, tools: one.tools.filter((other) => other !== tool) })),
    functions: model.functions.filter((one) => one.tool !== tool),
  };
}

function notWritable({ message, source }: ToolEmitError, place: Place | undefined): Diagnostic {
  return {
    code: 'HAFT1150',
    severity: 'error',
    message,
    fix: 'Give the parameter a simpler type, or give the tool an example with `@Example({ ... })` where one is missing.',
    ...(place ?? { file: source }),
  };
}
