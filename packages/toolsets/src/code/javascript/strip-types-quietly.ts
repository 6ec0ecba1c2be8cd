/**
 * Removes types once with Node's own function, which warns the first time that a process uses it.
 * `run` calls it for each program. The application did not choose it, so the warning would only
 * disturb its standard error.
 */
export function stripTypesQuietly(): void {
  const { stripTypeScriptTypes } = process.getBuiltinModule('node:module') as TypeStripping;
  if (stripTypeScriptTypes === undefined) return;
  const host: { emitWarning: unknown } = process;
  const { emitWarning } = host;
  // Node warns before the function returns, so other warnings are not lost.
  host.emitWarning = () => undefined;
  try {
    stripTypeScriptTypes('');
  } finally {
    host.emitWarning = emitWarning;
  }
}

/** Node 20 lacks the function. */
interface TypeStripping {
  readonly stripTypeScriptTypes?: (code: string) => string;
}
