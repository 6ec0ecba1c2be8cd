import type { ChecksSource, ImportCollectors } from '@haft/core/reflected';
import { lazyArguments } from './load-lazy.js';
import { EmittedChecks } from './emitted-checks.js';

/** What a generated module imports when a call needs it. */
export interface OnDemand {
  /** For the first call. Unset where the module has its checks itself, as those of the older format have. */
  readonly checks?: ChecksSource | undefined;
  /** For the first refusal. */
  readonly collectors?: ImportCollectors | undefined;
}

/**
 * Loads all that calls would load: so that none of them waits for a file.
 *
 * @throws HaftError `HAFT_PART_MISSING`
 */
export async function loadAhead(modules: readonly OnDemand[]): Promise<void> {
  const checks = new Set(modules.map((one) => one.checks).filter((one) => one !== undefined));
  const collectors = new Set(modules.map((one) => one.collectors).filter((one) => one !== undefined));
  await lazyArguments.load();
  for (const one of checks) await EmittedChecks.of(one).load();
  for (const one of collectors) await imported(one);
}

/** Without it, everything works: the first refusal says that it is missing. */
async function imported(collectors: ImportCollectors): Promise<void> {
  try {
    await collectors();
  } catch {
    return;
  }
}
