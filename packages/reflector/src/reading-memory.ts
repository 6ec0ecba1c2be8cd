import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { ServiceModel } from './model.js';
import { FileDependencies } from './program/file-dependencies.js';
import { PackageManifests } from './program/package-manifests.js';
import type { ts } from './program/typescript.js';

/** What reading one toolset class, or one call of `defineTool`, gave. */
export interface UnitReading<Model> {
  /** Undefined when there is nothing to write. */
  readonly model: Model | undefined;
  /** The classes that the container makes for it, transitively, in order of discovery. */
  readonly services: readonly ServiceModel[];
  /** Everything that was found while it was read, also what was found for another unit. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Remembered {
  readonly reading: UnitReading<unknown>;
  /** What it came from. */
  readonly files: readonly ts.SourceFile[];
}

/**
 * What a reading of a project leaves for the next one: a unit is read again only when one of the files changed that it may
 * depend on. Holds the parsed program (some 200 MB for a thousand tools).
 */
export class ReadingMemory {
  private earlier: ReadonlyMap<ts.Node, Remembered> = new Map();
  private units = new Map<ts.Node, Remembered>();
  private everywhere: readonly unknown[] = [];
  private dependencies: FileDependencies | undefined;
  /** Of the last reading: its unchanged files are used again. */
  program: ts.Program | undefined;
  /** The package.json files that the units depend on. */
  manifests = new PackageManifests();

  /** To be called with a program before anything is read from it. */
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

  /** The last reading of a unit, where it still holds, else a new one. A node is told by identity, as its file is. */
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
