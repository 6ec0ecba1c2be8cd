import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the name of the package that a file belongs to: that of the nearest package.json with a name. */
export class PackageNames {
  private readonly names = new Map<string, string | undefined>();

  /** Undefined when no package.json above the file has a name. */
  of(file: string): string | undefined {
    return this.ofFolder(dirname(file));
  }

  private ofFolder(folder: string): string | undefined {
    if (this.names.has(folder)) return this.names.get(folder);
    const parent = dirname(folder);
    const name = ownName(folder) ?? (parent === folder ? undefined : this.ofFolder(parent));
    this.names.set(folder, name);
    return name;
  }
}

function ownName(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: unknown };
  return typeof content.name === 'string' ? content.name : undefined;
}
