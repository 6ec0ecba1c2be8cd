import { HaftError } from '@haft/core';
import type { ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector } from '@haft/schema/internal';
import { warn } from '../events/warn.js';

/** The modules that caused a warning because they could not be loaded. */
const missing = new WeakSet<ImportCollectors>();

/**
 * Imports a module of issue collectors, and returns one of them. Never rejects. Returns undefined
 * and warns once if the module is missing.
 *
 * @param key - the key of the fingerprint of the tool
 */
export async function importCollector(collectors: ImportCollectors, key: string): Promise<IssueCollector | undefined> {
  try {
    const module = await collectors();
    return module.collectors[key];
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
