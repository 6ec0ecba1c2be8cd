import { HaftError } from '@haft/core';
import type { ChecksModule, ImportChecks, ToolChecks, ToolDescriptor } from '@haft/core/reflected';

/** The beginning of a fingerprint under which the module of checks has those of a tool. */
const KEY_LENGTH = 16;

/** By the function that imports them: all toolsets, runs and runtimes of one generated module share its checks. */
const known = new WeakMap<ImportChecks, EmittedChecks>();

/** The emitted checks of one generated module, which stand in a module of their own: the first call of one of its tools imports it. */
export class EmittedChecks {
  private loaded: ChecksModule['checks'] | undefined = undefined;
  private loading: Promise<void> | undefined = undefined;

  private constructor(private readonly imports: ImportChecks) {}

  /** Those that a generated module names; the same for the same. */
  static of(imports: ImportChecks): EmittedChecks {
    let checks = known.get(imports);
    if (checks === undefined) known.set(imports, (checks = new EmittedChecks(imports)));
    return checks;
  }

  /** They are not there yet. */
  get isComing(): boolean {
    return this.loaded === undefined;
  }

  /**
   * Imports them. All who ask meanwhile wait for the same; when it fails, who asks next tries again.
   *
   * @throws HaftError `HAFT_PART_MISSING` when the module cannot be loaded
   */
  load(): Promise<void> {
    return (this.loading ??= this.import());
  }

  /**
   * Those of one tool; undefined while they are not there.
   *
   * @throws HaftError `HAFT_STALE_DESCRIPTOR` when the module has none for the tool: it belongs to another build
   */
  find({ name, fingerprint }: ToolDescriptor): ToolChecks | undefined {
    if (this.loaded === undefined) return undefined;
    const found = this.loaded[fingerprint.slice(0, KEY_LENGTH)];
    if (found === undefined) throw ofAnotherBuild(name);
    return found;
  }

  private async import(): Promise<void> {
    try {
      this.loaded = (await this.imports()).checks;
    } catch (cause) {
      this.loading = undefined;
      throw missing(cause);
    }
  }
}

function missing(cause: unknown): HaftError {
  const message = `The generated module of checks (\`.checks.gen\`) cannot be loaded: ${String(cause)}`;
  return new HaftError('HAFT_PART_MISSING', message, {
    hint: 'Deploy it with the generated module, which it stands beside. Where the application is bundled, deploy all files that the bundler wrote.',
    cause,
  });
}

function ofAnotherBuild(tool: string): HaftError {
  const message = `The generated module of checks (\`.checks.gen\`) has none for '${tool}': it belongs to another build than the module beside it.`;
  return new HaftError('HAFT_STALE_DESCRIPTOR', message, { hint: 'Run `npx haft build` and compile again.' });
}
