import { fingerprintKey, HaftError } from '@haft/core';
import type { CheckedDescriptor, ChecksModule, ChecksSource, ImportChecks, ToolChecks } from '@haft/core/reflected';

/** The checks by their source. All toolsets, runs and runtimes of a generated module share them. */
const known = new WeakMap<ChecksSource, EmittedChecks>();

/** The emitted checks of one generated module. In a large project, the first call imports them. */
export class EmittedChecks {
  private imported: ChecksModule | undefined = undefined;
  private loading: Promise<void> | undefined = undefined;

  private constructor(private readonly source: ChecksSource) {}

  /** Returns the checks of a source. It returns the same object for the same source. */
  static of(source: ChecksSource): EmittedChecks {
    let checks = known.get(source);
    if (checks === undefined) known.set(source, (checks = new EmittedChecks(source)));
    return checks;
  }

  /** Whether the checks are not loaded yet. */
  get isComing(): boolean {
    return this.module === undefined;
  }

  /**
   * Imports the checks once. After a failure, the next call tries again.
   *
   * @throws {HaftError} HAFT_PART_MISSING if the module cannot be loaded
   */
  load(): Promise<void> {
    const { source } = this;
    if (typeof source !== 'function') return Promise.resolve();
    return (this.loading ??= this.import(source));
  }

  /**
   * Returns the checks of one tool, or undefined before they are loaded.
   *
   * @throws {HaftError} HAFT_STALE_DESCRIPTOR if the module is of another build without the tool
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
