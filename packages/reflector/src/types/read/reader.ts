import type { Diagnostics, Finding } from '../../diagnostics/diagnostics.js';
import { withPlace } from '../../diagnostics/internal-error.js';
import { ts } from '../../program/typescript.js';
import type { TypeNode, TypeRef, UnsupportedNode } from '../model.js';
import { handlers } from './handlers.js';
import { typeTexts } from './jsdoc.js';
import { typeKey } from './type-key.js';
import type { DeclarationFacts, Reader } from './type-handler.js';

/**
 * The greatest depth: instances of a generic type that refer to ever new instances would never end.
 */
const MAX_DEPTH = 60;

const ON_THE_WAY: ReadonlySet<string> = new Set(['HAFT1040', 'HAFT1042']);

/** Reads each type into a node once. */
export class TypeReader implements Reader {
  readonly checker: ts.TypeChecker;
  private readonly known = new Map<string, Box>();
  private depth = 0;
  private current: ts.Node | undefined;
  /** The names from the tool to the current type. */
  private readonly way: string[] = [];

  constructor(
    readonly program: ts.Program,
    readonly direction: 'arguments' | 'results',
    private readonly diagnostics: Diagnostics,
    private readonly facts: DeclarationFacts,
  ) {
    this.checker = program.getTypeChecker();
  }

  isSensitive(declaration: ts.Declaration): boolean {
    return this.facts.isSensitive(declaration);
  }

  isForDevelopers(declaration: ts.Declaration): boolean {
    return this.facts.isForDevelopers(declaration);
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
    // A reported type is reported again at every other use.
    if (known !== undefined && !known.isUnsupported()) return known;
    const box = new Box();
    this.known.set(key, box);
    if (this.depth >= MAX_DEPTH) {
      box.set(this.report(endless(this.print(type))));
      return box;
    }
    this.depth++;
    const handler = handlers.find((one) => one.handles(type, this));
    const found =
      handler === undefined
        ? this.unsupported(type, 'is not data', 'Use a type that JSON can carry.')
        : handler.read(type, this, written);
    this.depth--;
    if ('kind' in found) box.set(this.withTexts(found, type, written));
    else this.follow(box, found, { type, written });
    return box;
  }

  /** Makes a type refer to another type, which may still be in reading if it is recursive. */
  private follow(
    box: Box,
    other: TypeRef,
    { type, written }: { type: ts.Type; written: ts.TypeNode | undefined },
  ): void {
    const { place } = this;
    box.follow(
      () => this.at(place, () => this.withTexts(other.node, type, written)),
      () => this.at(place, () => this.report(endless(this.print(type)))),
    );
  }

  at<T>(place: ts.Node | undefined, run: () => T): T {
    const before = this.current;
    if (place !== undefined && (before === undefined || this.isOwn(place))) this.current = place;
    try {
      return this.current === undefined ? run() : withPlace(this.current, run);
    } finally {
      this.current = before;
    }
  }

  within<T>(name: string, run: () => T): T {
    this.way.push(name);
    try {
      return run();
    } finally {
      this.way.pop();
    }
  }

  /**
   * Adds the path from the tool to a finding below a parameter, because many tools may use one
   * type.
   */
  private onTheWay(finding: Finding): Finding {
    const [tool = '', parameter = '', ...properties] = this.way;
    if (properties.length === 0 || !ON_THE_WAY.has(finding.code)) return finding;
    const way = `${tool} > ${parameter} > ${properties.join('.')}`;
    return { ...finding, message: finding.message.replace(/\.$/, ` (${way}).`) };
  }

  report(finding: Finding): UnsupportedNode {
    const found = this.onTheWay(finding);
    // The reader of the tool reports problems of a result once for the tool.
    if (this.direction === 'arguments' || finding.code === 'HAFT1041') this.diagnostics.at(this.place, found);
    return { kind: 'unsupported', finding: found };
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

  /**
   * Returns the key of a type. One type has several keys if the source has more than the type: an
   * order, or the name of an alias.
   */
  private key(type: ts.Type, written: ts.TypeNode | undefined): string {
    return typeKey(type, written, this.checker);
  }
}

function hasDeclaration(type: ts.Type): boolean {
  return type.aliasSymbol !== undefined || type.isClassOrInterface() || (type.flags & ts.TypeFlags.Object) !== 0;
}

/**
 * Returns the only other member of a union with `undefined`, which is not a JSON value. The caller
 * makes it optional.
 */
function onlyMember(type: ts.Type): ts.Type | undefined {
  if (!type.isUnion()) return undefined;
  const members = type.types.filter((one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
  return members.length === 1 ? members[0] : undefined;
}

/** Returns `T` of `T | undefined`. */
function writtenMember(written: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (written === undefined || !ts.isUnionTypeNode(written)) return written;
  const members = written.types.filter((one) => one.kind !== ts.SyntaxKind.UndefinedKeyword);
  return members.length === 1 ? members[0] : undefined;
}

function endless(type: string): Finding {
  return {
    code: 'HAFT1049',
    message: `The type '${type}' is infinite: it refers to new types without end.`,
    fix: 'Give the recursion a fixed type argument.',
  };
}

/** A reference that exists before its node. */
class Box implements TypeRef {
  private value: TypeNode | undefined;

  get node(): TypeNode {
    return (this.value ??= this.make());
  }

  set(node: TypeNode): void {
    this.value = node;
  }

  /**
   * Gets the node from `make` on first use. If `make` asks for the node itself, gets it from
   * `refuse`.
   */
  follow(make: () => TypeNode, refuse: () => TypeNode): void {
    this.make = () => {
      this.make = refuse;
      return make();
    };
  }

  /** Returns whether the type was read and reported. */
  isUnsupported(): boolean {
    return this.value?.kind === 'unsupported';
  }

  private make: () => TypeNode = () => {
    throw new Error('A type was looked at before it was read.');
  };
}
