import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stampOfFile } from '../cache/hashes.js';

/** The used part of a package.json. */
export interface PackageManifest {
  readonly name: string;
  /** Names of its dependencies and peers. */
  readonly needs: ReadonlySet<string>;
}

/** Finds the package of a file: the nearest package.json with a name. Reads each file once. */
export class PackageManifests {
  private readonly known = new Map<string, PackageManifest | undefined>();
  private readonly stamps = new Map<string, string | undefined>();

  /** Returns undefined if no package.json above the file has a name. */
  of(file: string): PackageManifest | undefined {
    return this.ofFolder(dirname(file));
  }

  /** Returns whether every package.json that was read is unchanged. */
  areCurrent(): boolean {
    for (const [file, stamp] of this.stamps) if (stampOfFile(file) !== stamp) return false;
    return true;
  }

  private ofFolder(folder: string): PackageManifest | undefined {
    if (this.known.has(folder)) return this.known.get(folder);
    const parent = dirname(folder);
    const manifest = this.read(join(folder, 'package.json')) ?? (parent === folder ? undefined : this.ofFolder(parent));
    this.known.set(folder, manifest);
    return manifest;
  }

  private read(file: string): PackageManifest | undefined {
    const stamp = stampOfFile(file);
    this.stamps.set(file, stamp);
    if (stamp === undefined) return undefined;
    const content = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    const { name, dependencies, peerDependencies } = content;
    if (typeof name !== 'string') return undefined;
    return { name, needs: new Set(Object.keys({ ...(dependencies as object), ...(peerDependencies as object) })) };
  }
}
