import type { ChecksSource, ImportCollectors } from '@haft/core/reflected';
import { lazyArguments } from './load-lazy.js';
import { EmittedChecks } from './emitted-checks.js';

/** The lazily loaded parts of a generated module. */
export interface OnDemand {
  /** Checks for the first call. Undefined if the module contains them, as in the older format. */
  readonly checks?: ChecksSource | undefined;
  /** Issue collectors for the first invalid call. */
  readonly collectors?: ImportCollectors | undefined;
}

/**
 * Loads all lazily loaded parts, so no call waits for a file.
 *
 * @throws {HaftError} HAFT_PART_MISSING if a part cannot be loaded
 */
export async function loadAhead(modules: readonly OnDemand[]): Promise<void> {
  const checks = new Set(modules.map((one) => one.checks).filter((one) => one !== undefined));
  const collectors = new Set(modules.map((one) => one.collectors).filter((one) => one !== undefined));
  await lazyArguments.load();
  for (const one of checks) await EmittedChecks.of(one).load();
  for (const one of collectors) await imported(one);
}

/** Imports issue collectors. They are optional, and the first invalid call warns if they fail. */
async function imported(collectors: ImportCollectors): Promise<void> {
  try {
    await collectors();
  } catch {
    return;
  }
}
