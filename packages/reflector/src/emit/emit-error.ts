import type { ToolModel } from '../model.js';

/** A type that no check can be written for. The build reports it as a diagnostic of the tool. */
export class EmitError extends Error {
  override readonly name = 'EmitError';
}

/** Says which tool a type belongs to that nothing can be written for. */
export function named<T>({ source }: { readonly source: string }, tool: ToolModel, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof EmitError)) throw error;
    throw new ToolEmitError(tool.name, source, error.message);
  }
}

/** The same, with the tool that it belongs to. */
export class ToolEmitError extends Error {
  override readonly name = 'ToolEmitError';
  constructor(
    readonly tool: string,
    /** The file of the toolset, relative to the tsconfig's folder. */
    readonly source: string,
    readonly reason: string,
  ) {
    super(`No module can be written for the tool "${tool}": ${reason}.`);
  }
}
