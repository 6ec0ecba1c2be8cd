import { fingerprintKey, HaftError } from '@haft/core';
import type { ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector } from '@haft/schema/internal';
import { warn } from '../events/warn.js';

/** Modules that could not be loaded: one warning is enough. */
const missing = new WeakSet<ImportCollectors>();

/**
 * The emitted collector of one tool, in a module that its first refused arguments import. Where that module is gone, or has none for the
 * tool, there is never one, and the schema is interpreted: slower, with the same issues.
 */
export class ToolCollector {
  /** Undefined before it was loaded, and where there is none. */
  collect: IssueCollector | undefined = undefined;
  /** It was not looked for yet. */
  isComing = true;
  private loading: Promise<void> | undefined = undefined;

  constructor(
    private readonly collectors: ImportCollectors,
    private readonly fingerprint: string,
  ) {}

  /** Looks for it. All who ask meanwhile wait for the same. Never rejects. */
  load(): Promise<void> {
    return (this.loading ??= this.find());
  }

  private async find(): Promise<void> {
    try {
      const module = await this.collectors();
      this.collect = module.collectors[fingerprintKey(this.fingerprint)];
    } catch (cause) {
      tellMissing(this.collectors, cause);
    }
    this.isComing = false;
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
