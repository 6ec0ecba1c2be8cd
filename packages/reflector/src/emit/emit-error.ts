/** A type that no check can be written for. The build reports it as a diagnostic of the tool. */
export class EmitError extends Error {
  override readonly name = 'EmitError';
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
