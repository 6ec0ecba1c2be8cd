import type { Diagnostics, Finding } from '../../diagnostics/diagnostics.js';
import { ts } from '../../program/typescript.js';
import type { TypeNode, TypeRef, UnsupportedNode } from '../model.js';
import { handlers } from './handlers.js';
import { typeTexts } from './jsdoc.js';
import { typeKey } from './type-key.js';
import type { Reader } from './type-handler.js';

/** Instances of one generic type that refer to ever new instances of it would never end. */
const MAX_DEPTH = 60;

/** Reads types into nodes, each once. */
export class TypeReader implements Reader {
  readonly checker: ts.TypeChecker;
  private readonly known = new Map<string, Box>();
  private depth = 0;
  private current: ts.Node | undefined;

  constructor(
    readonly program: ts.Program,
    readonly direction: 'arguments' | 'results',
    private readonly diagnostics: Diagnostics,
    readonly isSensitive: (declaration: ts.Declaration) => boolean,
  ) {
    this.checker = program.getTypeChecker();
  }

  get place(): ts.Node {
    if (this.current === undefined) throw new Error('A type is read without a place.');
    return this.current;
  }

  read(type: ts.Type, written?: ts.TypeNode): TypeRef {
    const only = onlyMember(type);
    if (only !== undefined) return this.read(only, writtenMember(written));
    const key = this.key(type, written);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const box = new Box();
    this.known.set(key, box);
    if (this.depth >= MAX_DEPTH) {
      box.set(
        this.report({
          code: 'HAFT1049',
          message: `The type '${this.print(type)}' never ends: it refers to ever new types.`,
          fix: 'Give the recursion a fixed type argument.',
        }),
      );
      return box;
    }
    this.depth++;
    const handler = handlers.find((one) => one.handles(type, this));
    box.set(
      handler === undefined
        ? this.unsupported(type, 'is no data', 'Use a type that JSON can carry.')
        : this.withTexts(handler.read(type, this, written), type, written),
    );
    this.depth--;
    // A reported type is reported again wherever else it is used.
    if (box.node.kind === 'unsupported') this.known.delete(key);
    return box;
  }

  at<T>(place: ts.Node | undefined, run: () => T): T {
    const before = this.current;
    if (place !== undefined && (before === undefined || this.isOwn(place))) this.current = place;
    try {
      return run();
    } finally {
      this.current = before;
    }
  }

  report(finding: Finding): UnsupportedNode {
    // What is wrong with a result is said once for the tool, by who reads it.
    if (this.direction === 'arguments' || finding.code === 'HAFT1041') this.diagnostics.at(this.place, finding);
    return { kind: 'unsupported', finding };
  }

  warn(place: ts.Node, finding: Finding): void {
    if (this.isOwn(place)) this.diagnostics.at(place, { ...finding, severity: 'warning' });
  }

  unsupported(type: ts.Type, why: string, fix: string): UnsupportedNode {
    return this.report({ code: 'HAFT1040', message: `The type '${this.print(type)}' ${why}.`, fix });
  }

  print(type: ts.Type): string {
    const text = this.checker.typeToString(type, undefined, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
    return text.length > 80 ? `${text.slice(0, 77)}...` : text;
  }

  private isOwn(node: ts.Node): boolean {
    const file = node.getSourceFile();
    return !file.isDeclarationFile && !this.program.isSourceFileFromExternalLibrary(file);
  }

  private withTexts(node: TypeNode, type: ts.Type, written: ts.TypeNode | undefined): TypeNode {
    if (node.kind === 'unsupported' || (written === undefined && !hasDeclaration(type))) return node;
    const { description, tagged } = typeTexts(type, written, this);
    if (description === undefined && tagged === undefined) return node;
    return { ...node, description: description ?? node.description, tagged };
  }

  /** One type counts as several where the source says more than the type: by an order, or by the name of an alias. */
  private key(type: ts.Type, written: ts.TypeNode | undefined): string {
    return typeKey(type, written, this.checker);
  }
}

function hasDeclaration(type: ts.Type): boolean {
  return type.aliasSymbol !== undefined || type.isClassOrInterface() || (type.flags & ts.TypeFlags.Object) !== 0;
}

/** The one member that is left of a union without `undefined`, which is no JSON value: who reads it says "optional". */
function onlyMember(type: ts.Type): ts.Type | undefined {
  if (!type.isUnion()) return undefined;
  const members = type.types.filter((one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
  return members.length === 1 ? members[0] : undefined;
}

/** `T` of `T | undefined`. */
function writtenMember(written: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (written === undefined || !ts.isUnionTypeNode(written)) return written;
  const members = written.types.filter((one) => one.kind !== ts.SyntaxKind.UndefinedKeyword);
  return members.length === 1 ? members[0] : undefined;
}

/** The reference that becomes known before its node. */
class Box implements TypeRef {
  private value: TypeNode | undefined;

  get node(): TypeNode {
    if (this.value === undefined) throw new Error('A type was looked at before it was read.');
    return this.value;
  }

  set(node: TypeNode): void {
    this.value = node;
  }
}
