import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { ServiceModel } from './model.js';
import { FileDependencies } from './program/file-dependencies.js';
import { PackageManifests } from './program/package-manifests.js';
import type { ts } from './program/typescript.js';
import type { OpenParameter } from './toolsets/open-parameters.js';
import type { PlainParameter } from './toolsets/plain-parameters.js';

/** The result of reading one toolset class, or one call of `defineTool`. */
export interface UnitReading<Model> {
  /** Undefined if there is nothing to write. */
  readonly model: Model | undefined;
  /** The classes that the container creates for it, transitively, in order of discovery. */
  readonly services: readonly ServiceModel[];
  readonly openParameters: readonly OpenParameter[];
  readonly plainParameters: readonly PlainParameter[];
  /** All findings of this reading, also those about another unit. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Remembered {
  readonly reading: UnitReading<unknown>;
  /** The files that the unit depends on. */
  readonly files: readonly ts.SourceFile[];
}

/**
 * The memory of a reading for the next one. A unit is read again only if a file changed on which it
 * may depend. Holds the parsed program (some 200 MB for a thousand tools).
 */
export class ReadingMemory {
  private earlier: ReadonlyMap<ts.Node, Remembered> = new Map();
  private units = new Map<ts.Node, Remembered>();
  private everywhere: readonly unknown[] = [];
  private dependencies: FileDependencies | undefined;
  /** The package.json files that the units depend on. */
  manifests = new PackageManifests();

  /** @param program - the program of the last reading. Its unchanged files are reused. */
  constructor(public program?: ts.Program) {}

  /** Starts with a program. Call it before reading anything from the program. */
  begin(program: ts.Program): void {
    this.program = program;
    this.dependencies = new FileDependencies(program, program.getTypeChecker());
    const everywhere = this.dependencies.everywhere();
    const isCurrent = this.manifests.areCurrent();
    if (!isCurrent) this.manifests = new PackageManifests();
    this.earlier = isCurrent && same(everywhere, this.everywhere) ? this.units : new Map();
    this.units = new Map();
    this.everywhere = everywhere;
  }

  /**
   * Returns the last reading of a unit if it is still valid, else a new one. Compares nodes by
   * identity, like their files.
   */
  recall<Model>(node: ts.Node, read: () => UnitReading<Model>): UnitReading<Model> {
    const files = this.dependencies?.of(node.getSourceFile()) ?? [];
    const known = this.earlier.get(node);
    const reading = known !== undefined && same(known.files, files) ? (known.reading as UnitReading<Model>) : read();
    this.units.set(node, { reading, files });
    return reading;
  }
}

function same(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((one, index) => one === right[index]);
}
