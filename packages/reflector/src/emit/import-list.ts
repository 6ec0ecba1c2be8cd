import path from 'node:path';
import type { ExportReference, ProjectModel } from '../model.js';
import { quote } from './literal.js';
import type { Names } from './names.js';

/** The imports of a module: classes of the project under unique names, and helpers. */
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

  /** Returns the local name of a class. */
  class(reference: ExportReference): string {
    return this.local(reference, 'class');
  }

  /** Returns the local name of a function. */
  function(reference: ExportReference): string {
    return this.local(reference, 'function');
  }

  /** Imports a function of `@haft/core/reflected`. */
  helper(name: string): string {
    this.helpers.add(name);
    return name;
  }

  /** Imports a type of `@haft/core/reflected`. */
  type(name: string): string {
    this.helpers.add(`type ${name}`);
    return name;
  }

  /** Imports class-transformer's `plainToInstance`. */
  plainToInstance(): string {
    this.usesClassTransformer = true;
    return 'plainToInstance';
  }

  /**
   * Returns the import statements, packages first, each group sorted.
   *
   * @param own - the imports of the module itself from `@haft/core/reflected`
   */
  toLines(...own: readonly string[]): readonly string[] {
    const helpers = [...own, ...[...this.helpers].sort()];
    const bySpecifier = new Map<string, string[]>();
    for (const { specifier, exported, local } of this.imported.values()) {
      const names = bySpecifier.get(specifier) ?? [];
      bySpecifier.set(specifier, [...names, exported === local ? local : `${exportText(exported)} as ${local}`]);
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
    const isName = reference.exportName !== 'default' && isIdentifier(reference.exportName);
    const local = this.names.take(localOf(isName ? reference.exportName : reference.name, kind));
    this.imported.set(key, { specifier, exported: reference.exportName, local });
    return local;
  }

  /** Returns the specifier for importing a file of the project. */
  specifierOf(file: string): string {
    const relative = path.relative(this.folder, file).split(path.sep).join('/');
    const dotted = relative.startsWith('.') ? relative : `./${relative}`;
    return withStyle(dotted, this.project.importStyle);
  }
}

/** Quotes an export whose name is not an identifier: `export { Hidden as 'hidden class' }`. */
function exportText(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

const NOT_FOR_CLASSES = [
  ...'Array BigInt Buffer Date Map Number Object Set URL Tools ReflectedToolsets Record ReadonlyArray Promise'.split(
    ' ',
  ),
  ...'Uint8Array Partial Returned Cloned'.split(' '),
];

/**
 * Returns the local name. Class names stay. A name that looks like a local variable of emitted code
 * gets an ending that no local has.
 */
function localOf(name: string, kind: 'class' | 'function'): string {
  return /^[a-z][A-Za-z0-9]*$/.test(name) ? `${name}_${kind}` : name;
}

function withStyle(file: string, style: ProjectModel['importStyle']): string {
  if (style === '.ts') return file;
  const match = /\.([cm]?)tsx?$/.exec(file);
  if (match === null) return file;
  const stem = file.slice(0, match.index);
  const kind = match[1] ?? '';
  // Resolution never finds `.mts` and `.cts` files without an extension.
  return style === '.js' || kind !== '' ? `${stem}.${kind}js` : stem;
}

/** Sorts packages before relative files. */
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
