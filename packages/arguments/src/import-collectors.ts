import { HaftError } from '@haft/core';
import type { CollectorModule, ImportCollectors } from '@haft/core/reflected';
import { warn } from '@haft/core/internal';

/** The modules that caused a warning because they could not be loaded. */
const missing = new WeakSet<ImportCollectors>();

/** Imports a module of issue collectors. Never rejects. Warns once if it is missing. */
export async function importCollectors(collectors: ImportCollectors): Promise<CollectorModule | undefined> {
  try {
    return await collectors();
  } catch (cause) {
    tellMissing(collectors, cause);
    return undefined;
  }
}

function tellMissing(collectors: ImportCollectors, cause: unknown): void {
  if (missing.has(collectors)) return;
  missing.add(collectors);
  const message = `The generated module of issue collectors cannot be loaded: ${String(cause)}`;
  const hint =
    'Deploy it next to the generated module. Without it, Haft interprets the schemas to explain invalid arguments, which takes longer.';
  warn(new HaftError('HAFT_PART_MISSING', message, { hint, cause }));
}
