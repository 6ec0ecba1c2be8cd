import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { internalError } from '../diagnostics/internal-error.js';
import { EmitError, type ToolEmitError } from '../emit/emit-error.js';
import { definitionsOf, type Place, type ProjectModel, type ToolModel } from '../model.js';
import type { ReadProject } from '../read-project.js';

/** The result of writing. */
export interface WrittenModule {
  /** Undefined if there was an error. */
  readonly text: string | undefined;
  /** The texts of the modules next to it. */
  readonly checksText: string | undefined;
  readonly issuesText: string | undefined;
  /** The diagnostics of reading and writing. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The most tools to report. The next build reports further ones. */
const MOST_REPORTS = 20;

/**
 * Returns the text of the generated module, or the errors that prevent it. Writing ends at the
 * first tool that fails. Then it tries the others without that tool, so that one build shows every
 * problem.
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
  return [...toolsets.flatMap(definitionsOf), ...functions.map((one) => one.tool)];
}

function without(tool: ToolModel, model: ProjectModel): ProjectModel {
  return {
    ...model,
    toolsets: model.toolsets.map((one) => ({
      ...one,
      tools: one.tools.filter((other) => other !== tool),
      offers: (one.offers ?? []).filter((other) => other !== tool),
    })),
    functions: model.functions.filter((one) => one.tool !== tool),
  };
}

function notWritable(error: ToolEmitError, place: Place | undefined): Diagnostic {
  const { message, source, cause, tool } = error;
  const where = place ?? { file: source };
  if (!(cause instanceof EmitError))
    return { severity: 'error', ...internalError(`it wrote the tool '${tool}'`, cause), ...where };
  return {
    code: 'HAFT1150',
    severity: 'error',
    message,
    fix: 'Give the parameter a simpler type, or give the tool an example with `@Example({ ... })` where one is missing.',
    ...where,
  };
}
