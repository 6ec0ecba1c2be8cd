import { fingerprintKey, HaftError } from '@haft/core';
import type { ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector } from '@haft/schema/internal';
import { warn } from '../events/warn.js';

/** The modules that caused a warning because they could not be loaded. */
const missing = new WeakSet<ImportCollectors>();

/**
 * The emitted issue collector of one tool. Its first invalid arguments import its module. If the
 * collector is missing, Haft interprets the schema: slower, with equal issues.
 */
export class ToolCollector {
  /** The collector. Undefined before `load`, or if it is missing. */
  collect: IssueCollector | undefined = undefined;
  /** Whether `load` has not finished yet. */
  isComing = true;
  private loading: Promise<void> | undefined = undefined;

  constructor(
    private readonly collectors: ImportCollectors,
    private readonly fingerprint: string,
  ) {}

  /** Imports the collector once. Never rejects. */
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
