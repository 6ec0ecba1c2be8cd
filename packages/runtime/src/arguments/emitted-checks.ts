import { fingerprintKey, HaftError } from '@haft/core';
import type { CheckedDescriptor, ChecksModule, ChecksSource, ImportChecks, ToolChecks } from '@haft/core/reflected';

/** By the object with them, or by the function that imports it: all toolsets, runs and runtimes of one generated module share its checks. */
const known = new WeakMap<ChecksSource, EmittedChecks>();

/**
 * The emitted checks of one generated module, which stand in a module of their own. It is there from the start; in a large project the
 * first call of one of the tools imports it.
 */
export class EmittedChecks {
  private imported: ChecksModule | undefined = undefined;
  private loading: Promise<void> | undefined = undefined;

  private constructor(private readonly source: ChecksSource) {}

  /** Those that a generated module names; the same for the same. */
  static of(source: ChecksSource): EmittedChecks {
    let checks = known.get(source);
    if (checks === undefined) known.set(source, (checks = new EmittedChecks(source)));
    return checks;
  }

  /** They are not there yet. */
  get isComing(): boolean {
    return this.module === undefined;
  }

  /**
   * Imports them. All who ask meanwhile wait for the same; when it fails, who asks next tries again.
   *
   * @throws HaftError `HAFT_PART_MISSING` when the module cannot be loaded
   */
  load(): Promise<void> {
    const { source } = this;
    if (typeof source !== 'function') return Promise.resolve();
    return (this.loading ??= this.import(source));
  }

  /**
   * Those of one tool; undefined while they are not there.
   *
   * @throws HaftError `HAFT_STALE_DESCRIPTOR` when the module has none for the tool: it belongs to another build
   */
  find({ name, fingerprint }: Pick<CheckedDescriptor, 'name' | 'fingerprint'>): ToolChecks | undefined {
    if (this.module === undefined) return undefined;
    const found = this.module.checks[fingerprintKey(fingerprint)];
    if (found === undefined) throw ofAnotherBuild(name);
    return found;
  }

  private get module(): ChecksModule | undefined {
    return typeof this.source === 'function' ? this.imported : this.source;
  }

  private async import(imports: ImportChecks): Promise<void> {
    try {
      this.imported = await imports();
    } catch (cause) {
      this.loading = undefined;
      throw missing(cause);
    }
  }
}

function missing(cause: unknown): HaftError {
  const message = `The generated module of checks (\`.checks.gen\`) cannot be loaded: ${String(cause)}`;
  return new HaftError('HAFT_PART_MISSING', message, {
    hint: 'Deploy it next to the generated module. If you bundle the application, deploy all files that the bundler wrote.',
    cause,
  });
}

function ofAnotherBuild(tool: string): HaftError {
  const message = `The generated module of checks (\`.checks.gen\`) has no check for '${tool}': it belongs to another build.`;
  return new HaftError('HAFT_STALE_DESCRIPTOR', message, { hint: 'Run `npx haft build` and compile again.' });
}
