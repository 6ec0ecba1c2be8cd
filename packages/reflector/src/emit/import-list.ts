import path from 'node:path';
import type { ExportReference, ProjectModel } from '../model.js';
import { quote } from './literal.js';
import type { Names } from './names.js';

/** The imports of a module: classes of the project under names that cannot collide, and helpers. */
export class ImportList {
  private readonly imported = new Map<
    string,
    { readonly specifier: string; readonly exported: string; readonly local: string }
  >();
  private readonly helpers = new Set<string>();
  private usesClassTransformer = false;

  constructor(
    private readonly folder: string,
    private readonly project: Pick<ProjectModel, 'runtimeModule' | 'importStyle'>,
    private readonly names: Names,
  ) {
    for (const name of NOT_FOR_CLASSES) names.take(name);
  }

  /** The local name of a class. */
  class(reference: ExportReference): string {
    return this.local(reference, 'class');
  }

  /** The local name of a function. */
  function(reference: ExportReference): string {
    return this.local(reference, 'function');
  }

  /** A function of `@haft/core/reflected`. */
  helper(name: string): string {
    this.helpers.add(name);
    return name;
  }

  /** class-transformer's `plainToInstance`. */
  plainToInstance(): string {
    this.usesClassTransformer = true;
    return 'plainToInstance';
  }

  /**
   * The import statements, packages first, each group sorted.
   *
   * @param own - what the module itself needs of `@haft/core/reflected`
   */
  toLines(...own: readonly string[]): readonly string[] {
    const helpers = [...own, ...[...this.helpers].sort()];
    const bySpecifier = new Map<string, string[]>();
    for (const { specifier, exported, local } of this.imported.values()) {
      const names = bySpecifier.get(specifier) ?? [];
      bySpecifier.set(specifier, [...names, exported === local ? local : `${exported} as ${local}`]);
    }
    if (this.usesClassTransformer) bySpecifier.set('class-transformer', ['plainToInstance']);
    const specifiers = [...bySpecifier.keys()].sort(bySpecifierText);
    return [
      importLine(helpers, `${this.project.runtimeModule}/reflected`),
      ...specifiers.map((one) => importLine((bySpecifier.get(one) ?? []).sort(), one)),
    ];
  }

  private local(reference: ExportReference, kind: 'class' | 'function'): string {
    const specifier = 'file' in reference.from ? this.specifierOf(reference.from.file) : reference.from.specifier;
    const key = JSON.stringify([specifier, reference.exportName]);
    const known = this.imported.get(key);
    if (known !== undefined) return known.local;
    const local = this.names.take(
      localOf(reference.exportName === 'default' ? reference.name : reference.exportName, kind),
    );
    this.imported.set(key, { specifier, exported: reference.exportName, local });
    return local;
  }

  /** What an import of a file of the project is given. */
  specifierOf(file: string): string {
    const relative = path.relative(this.folder, file).split(path.sep).join('/');
    const dotted = relative.startsWith('.') ? relative : `./${relative}`;
    return withStyle(dotted, this.project.importStyle);
  }
}

const NOT_FOR_CLASSES = [
  ...'Array BigInt Buffer Date Map Number Object Set URL Tools ReflectedToolsets Record ReadonlyArray Promise'.split(
    ' ',
  ),
  ...'Uint8Array Partial'.split(' '),
];

/** Class names stay; one that looks like a local variable of emitted code gets an ending that no local has. */
function localOf(name: string, kind: 'class' | 'function'): string {
  return /^[a-z][A-Za-z0-9]*$/.test(name) ? `${name}_${kind}` : name;
}

function withStyle(file: string, style: ProjectModel['importStyle']): string {
  if (style === '.ts') return file;
  const match = /\.([cm]?)tsx?$/.exec(file);
  if (match === null) return file;
  const stem = file.slice(0, match.index);
  const kind = match[1] ?? '';
  // `.mts` and `.cts` files are never found without an extension.
  return style === '.js' || kind !== '' ? `${stem}.${kind}js` : stem;
}

/** Packages before relative files. */
function bySpecifierText(one: string, other: string): number {
  const [a, b] = [one.startsWith('.'), other.startsWith('.')];
  if (a !== b) return a ? 1 : -1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function importLine(names: readonly string[], specifier: string): string {
  const line = `import { ${names.join(', ')} } from ${quote(specifier)};`;
  if (line.length <= 120) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from ${quote(specifier)};`;
}
