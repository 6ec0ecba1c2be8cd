import type { ToolModel } from '../model.js';

/** A type without a possible check. The build reports it as a diagnostic of the tool. */
export class EmitError extends Error {
  override readonly name = 'EmitError';
}

/** Runs `write` and adds the tool to the error of a type that cannot be written. */
export function named<T>({ source }: { readonly source: string }, tool: Pick<ToolModel, 'name'>, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof ToolEmitError) throw error;
    throw new ToolEmitError(tool.name, source, error);
  }
}

/** An {@link EmitError} with its tool. */
export class ToolEmitError extends Error {
  override readonly name = 'ToolEmitError';
  constructor(
    readonly tool: string,
    /** The file of the toolset, relative to the tsconfig's folder. */
    readonly source: string,
    /** An {@link EmitError}. Everything else is a mistake of Haft. */
    override readonly cause: unknown,
  ) {
    super(
      `Haft cannot generate code for the tool '${tool}': ${cause instanceof Error ? cause.message : String(cause)}.`,
    );
  }
}
