import type { JsonValue } from '@haft/schema';
import { evaluate } from '../../program/evaluate.js';
import { jsonConstant } from '../../program/json-constant.js';
import { ts } from '../../program/typescript.js';
import type { IndexNode, PropertyNode } from '../model.js';
import { commentForModel } from './comment-for-model.js';
import { lostComments, type Tag } from './comments.js';
import { doubtfulTags } from './doubtful-tags.js';
import { keywordsOfTags, typeTexts } from './jsdoc.js';
import { libraryName } from './library-name.js';
import { aliasesOf } from './aliases-of.js';
import { reportReservedName } from './reserved-name.js';
import { takenMember } from './taken-member.js';
import { templatePattern } from './template-literal.js';
import { toJsonResult } from './to-json-result.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * Interfaces, type literals, classes, mapped types, intersections: their public data, as the
 * checker resolves it.
 */
export const objectType: TypeHandler = {
  name: 'object',
  handles: (type) => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0,
  read: (type, read, written) => {
    warnOfLostArguments(written, read);
    const replaced = read.direction === 'results' ? toJsonResult(type, read) : undefined;
    if (replaced !== undefined) return read.read(replaced);
    if (libraryName(type, read) !== undefined && read.checker.getPropertiesOfType(type).some((one) => isMethod(one))) {
      return read.unsupported(type, 'has no JSON form', 'Take the data that you need as an object of your own.');
    }
    const members = read.checker
      .getPropertiesOfType(type)
      .filter((member) => isData(member, type) && !isNeverThere(member, read) && !isDroppedMethod(member));
    const method = members.find((one) => isLibraryMethod(one, read));
    if (method !== undefined) {
      return read.unsupported(
        type,
        `has '${method.name}()' of a type of the language, which JSON cannot carry`,
        'Take the data that you need as an object of your own.',
      );
    }
    const instanceOf = classOf(type);
    if (instanceOf !== undefined) warnOfKeptDefaults(type, members, read);
    if (members.length === 0 && instanceOf !== undefined && read.checker.getPropertiesOfType(type).length > 0) {
      return read.unsupported(
        type,
        'has behaviour and no public data',
        'Get it with @Inject(), or give it public properties.',
      );
    }
    return {
      kind: 'object',
      name: typeName(type, read),
      properties: members.map((member) => property(member, type, read)),
      indexes: indexes(type, read),
      instanceOf: instanceOf === undefined ? undefined : { symbol: instanceOf, type },
    };
  },
};

/**
 * Warns about `Page<Sku>`: inside a generic type, TypeScript forgets the alias of a primitive and
 * its tags.
 */
function warnOfLostArguments(written: ts.TypeNode | undefined, read: Reader): void {
  if (written === undefined || !ts.isTypeReferenceNode(written)) return;
  for (const argument of written.typeArguments ?? []) {
    const { tagged } = typeTexts(read.checker.getTypeFromTypeNode(argument), argument, read);
    const [keyword] = Object.keys(tagged?.keywords ?? {});
    if (keyword === undefined || !isPrimitive(read.checker.getTypeFromTypeNode(argument))) continue;
    read.warn(argument, {
      code: 'HAFT1033',
      message: `Haft ignores the tags of '${argument.getText()}' (${keyword}) inside '${written.getText()}'.`,
      fix: 'Put the tags on the property of the generic type, or write the type out.',
    });
  }
}

function isPrimitive(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)) !== 0;
}

function property(member: ts.Symbol, owner: ts.Type, read: Reader): PropertyNode {
  const declaration = declarationOf(member);
  const taken = classOf(owner) === undefined ? takenMember(member, owner, read) : undefined;
  const inside = (run: () => PropertyNode): PropertyNode => read.at(declaration, () => read.within(member.name, run));
  return inside(() => {
    reportReservedName(member.name, read);
    if (declaration !== undefined) warnOfLostComments(member.name, declaration, read);
    const type = read.checker.getTypeOfSymbolAtLocation(member, declaration ?? read.place);
    const written = writtenType(member, declaration, owner, read);
    const comment = commentForModel(member, read);
    if (declaration !== undefined) {
      warnOfLostTags(comment.tags, member.name, declaration, read);
      for (const finding of doubtfulTags(comment, member.name)) read.warn(declaration, finding);
    }
    const tags = keywordsOfTags(comment.tags, `'${member.name}'`, (finding) => read.report(finding));
    // Only a constructor runs an initialiser: `Partial<Dto>`, `Dto & { more: string }` and
    // `interface Extended extends Dto` have none.
    const initializer = classOf(owner) === undefined ? undefined : initializerOf(declaration);
    const initialized = initializer !== undefined;
    const { default: taggedDefault, ...keywords } = tags;
    return {
      name: member.name,
      type: read.read(type, written),
      optional: (member.flags & ts.SymbolFlags.Optional) !== 0 || initialized || allowsUndefined(type),
      initialized,
      default:
        (isMadeOptional(member, declaration, owner, read) ? undefined : taggedDefault) ?? defaultOf(initializer, read),
      description: comment.text,
      keywords,
      sensitive: declaration !== undefined && read.isSensitive(declaration),
      aliases: aliasesOf(comment.tags),
      declaration,
      taken,
    };
  });
}

function warnOfLostComments(name: string, declaration: ts.Declaration, read: Reader): void {
  for (const comment of lostComments(declaration)) {
    read.warn(declaration, {
      code: 'HAFT1033',
      message: `Haft ignores a JSDoc comment next to '${name}': ${comment.replace(/\s+/g, ' ').slice(0, 80)}`,
      fix: `Put it directly before '${name}', and only one.`,
    });
  }
}

/** Tags that other generators turn into keywords. Here, only the type counts. */
const FOREIGN_TAGS =
  /^(title|\$ref|\$?id|\$comment|ignore|nullable|enum|TJS|additionalProperties|contains|propertyNames)$/;

function warnOfLostTags(tags: readonly Tag[], name: string, declaration: ts.Declaration, read: Reader): void {
  for (const tag of tags.filter((one) => FOREIGN_TAGS.test(one.name))) {
    read.warn(declaration, {
      code: 'HAFT1033',
      message: `Haft ignores the JSDoc tag '@${tag.name}' of '${name}'.`,
      fix: 'Say it by the type, or take the tag away.',
    });
  }
}

/**
 * Returns whether a mapped type such as `Partial` makes a property optional. In an update, an
 * absent property means "no change", so that a default would overwrite the value.
 */
function isMadeOptional(
  member: ts.Symbol,
  declaration: ts.Declaration | undefined,
  owner: ts.Type,
  { checker }: Reader,
): boolean {
  if ((member.flags & ts.SymbolFlags.Optional) === 0 || declaration === undefined) return false;
  if ((declaration as { readonly questionToken?: ts.Node }).questionToken === undefined) return true;
  const parts = owner.isIntersection() ? owner.types : [owner];
  return parts.some((one) => {
    const mapped = (one as { readonly declaration?: ts.Node }).declaration;
    const adds = mapped !== undefined && ts.isMappedTypeNode(mapped) && mapped.questionToken !== undefined;
    return adds && checker.getPropertyOfType(one, member.name) !== undefined;
  });
}

/**
 * Warns about `class UpdateTask extends PartialType(CreateTask)`: NestJS runs the initialisers of
 * `CreateTask` for each instance.
 */
function warnOfKeptDefaults(owner: ts.Type, members: readonly ts.Symbol[], read: Reader): void {
  const symbol = owner.symbol;
  const place = symbol.valueDeclaration;
  if (read.direction !== 'arguments' || place === undefined) return;
  const kept = members.flatMap((one) => {
    const declaration = declarationOf(one);
    const initializer = initializerOf(declaration);
    return initializer !== undefined && isMadeOptional(one, declaration, owner, read)
      ? [{ name: one.name, value: initializer.getText() }]
      : [];
  });
  const [first] = kept;
  if (first === undefined) return;
  const others = kept.length === 1 ? '' : ` So do ${String(kept.length - 1)} more.`;
  read.warn(ts.getNameOfDeclaration(place) ?? place, {
    code: 'HAFT1110',
    message: `'${first.name}' of '${symbol.name}' is optional, but a call without it sets the initial value of its class (${first.value}).${others}`,
    fix: `For changes to an existing value, take 'Partial<...>' of the class in place of '${symbol.name}', or remove the initialisers.`,
  });
}

function declarationOf(member: ts.Symbol): ts.Declaration | undefined {
  return member.valueDeclaration ?? member.declarations?.[0];
}

/**
 * Returns the initialiser of a property, also of one that a constructor declares:
 * `constructor(public limit = 10)`.
 */
function initializerOf(declaration: ts.Declaration | undefined): ts.Expression | undefined {
  if (declaration === undefined) return undefined;
  return ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration) ? declaration.initializer : undefined;
}

/** Returns the value of a literal initialiser. Leaves every other one to the language. */
export function defaultOf(
  initializer: ts.Expression | undefined,
  read: Pick<Reader, 'checker'>,
): JsonValue | undefined {
  if (initializer === undefined) return undefined;
  const found = evaluate(initializer, read.checker);
  return 'value' in found ? jsonConstant(found.value) : undefined;
}

/** Returns whether a value may be absent: the type includes `undefined` or `void`. */
export function allowsUndefined(type: ts.Type): boolean {
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Void;
  return (type.flags & absent) !== 0 || (type.isUnion() && type.types.some((one) => one.flags & absent));
}

/** Returns the type node of a declared property, if a mapped type has not changed its type. */
function writtenType(
  member: ts.Symbol,
  declaration: ts.Declaration | undefined,
  owner: ts.Type,
  read: Reader,
): ts.TypeNode | undefined {
  if (declaration === undefined) return undefined;
  if (!ts.isPropertySignature(declaration) && !ts.isPropertyDeclaration(declaration) && !ts.isParameter(declaration))
    return undefined;
  const mapped = owner as { readonly declaration?: ts.Node };
  if (mapped.declaration !== undefined && ts.isMappedTypeNode(mapped.declaration)) {
    const template = mapped.declaration.type;
    if (template === undefined || !ts.isIndexedAccessTypeNode(template)) return undefined;
  }
  return member.flags & ts.SymbolFlags.Transient &&
    declaration.type !== undefined &&
    !sameType(member, declaration, read)
    ? undefined
    : declaration.type;
}

function sameType(
  member: ts.Symbol,
  declaration: ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration,
  read: Reader,
): boolean {
  if (declaration.type === undefined) return false;
  const written = read.checker.getNonNullableType(read.checker.getTypeFromTypeNode(declaration.type));
  return written === read.checker.getNonNullableType(read.checker.getTypeOfSymbol(member));
}

/**
 * Returns whether a member is public data: no methods, accessors, private members, statics or
 * symbols. Uses the syntax, not the spelling of names.
 */
function isData(member: ts.Symbol, owner: ts.Type): boolean {
  if (member.name.startsWith('__@')) return false;
  const declarations = member.declarations ?? [];
  if (declarations.some((one) => isHidden(one))) return false;
  if (classOf(owner) === undefined)
    return !declarations.some((one) => ts.isGetAccessorDeclaration(one) && isInClass(one));
  return !isMethod(member) && (member.flags & ts.SymbolFlags.Accessor) === 0;
}

/** Returns whether a property is always absent: `b?: undefined`, `b?: never`. */
function isNeverThere(member: ts.Symbol, read: Reader): boolean {
  if (!(member.flags & ts.SymbolFlags.Optional)) return false;
  const type = read.checker.getTypeOfSymbol(member);
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0;
}

/** Returns whether a member is a method of a class that `Partial<Dto>` makes optional. */
function isDroppedMethod(member: ts.Symbol): boolean {
  const declarations = member.declarations ?? [];
  return (
    (member.flags & ts.SymbolFlags.Optional) !== 0 &&
    declarations.length > 0 &&
    declarations.every((one) => ts.isMethodDeclaration(one) && one.questionToken === undefined)
  );
}

function isMethod(member: ts.Symbol): boolean {
  return (member.flags & ts.SymbolFlags.Method) !== 0;
}

/**
 * Returns whether a member is a method of the language: in `Pick<Date, 'getTime'>`, and in
 * `{ [K in keyof string]: 1 }`.
 */
function isLibraryMethod(member: ts.Symbol, { checker, program }: Reader): boolean {
  const declaration = member.declarations?.[0];
  if (declaration === undefined || !program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return false;
  if (ts.isMethodSignature(declaration)) return true;
  return checker.getNonNullableType(checker.getTypeOfSymbol(member)).getCallSignatures().length > 0;
}

function isInClass(node: ts.Node): boolean {
  return ts.isClassLike(node.parent);
}

function isHidden(declaration: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(declaration);
  if (name !== undefined && ts.isPrivateIdentifier(name)) return true;
  return (
    (ts.getCombinedModifierFlags(declaration) &
      (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static)) !==
    0
  );
}

/** Returns the class of the type's instances, or undefined for interfaces and anonymous types. */
function classOf(type: ts.Type): ts.Symbol | undefined {
  const symbol = type.getSymbol();
  return type.flags & ts.TypeFlags.Object && symbol !== undefined && symbol.flags & ts.SymbolFlags.Class
    ? symbol
    : undefined;
}

function indexes(type: ts.Type, read: Reader): readonly IndexNode[] {
  return read.checker.getIndexInfosOfType(type).flatMap((info, _index, all): IndexNode[] => {
    if (info.keyType.flags & ts.TypeFlags.ESSymbol) return [];
    // `Record<string, never>`: no other names, which is true for every closed object.
    if (info.type.flags & ts.TypeFlags.Never && all.length === 1) return [];
    const values = read.at(info.declaration, () => read.read(info.type, writtenIndex(info)));
    return [{ pattern: keyPattern(info.keyType, read), values }];
  });
}

function writtenIndex(info: ts.IndexInfo): ts.TypeNode | undefined {
  return info.declaration?.type;
}

/** Returns the pattern of the names, or undefined for every name. */
function keyPattern(key: ts.Type, read: Reader): string | undefined {
  if (key.flags & ts.TypeFlags.Number) return '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$';
  if (key.flags & ts.TypeFlags.TemplateLiteral) {
    const pattern = templatePattern(key, read);
    if (pattern !== undefined) return `^${pattern}$`;
  }
  if (!(key.flags & (ts.TypeFlags.String | ts.TypeFlags.Intersection))) {
    read.unsupported(key, 'cannot be the key of an index signature in JSON Schema', 'Use `string` keys.');
  }
  return undefined;
}

/**
 * Returns the name of a type: `PageUser` for `Page<User>`. Returns undefined for an unnamed type.
 */
function typeName(type: ts.Type, read: Reader): string | undefined {
  if (type.aliasSymbol !== undefined) {
    return [type.aliasSymbol.name, ...(type.aliasTypeArguments ?? []).map((one) => argumentName(one, read))].join('');
  }
  const symbol = type.getSymbol();
  if (symbol === undefined || symbol.name.startsWith('__')) return undefined;
  const args = (type as { objectFlags?: number }).objectFlags ?? 0;
  const own = args & ts.ObjectFlags.Reference ? read.checker.getTypeArguments(type as ts.TypeReference) : [];
  return [symbol.name, ...own.filter((one) => !isThis(one)).map((one) => argumentName(one, read))].join('');
}

function isThis(type: ts.Type): boolean {
  return (type as { readonly isThisType?: boolean }).isThisType === true;
}

function argumentName(type: ts.Type, read: Reader): string {
  const name = (type.aliasSymbol ?? type.getSymbol())?.name ?? read.print(type);
  return /^\w+$/.test(name) && !name.startsWith('__') ? name.charAt(0).toUpperCase() + name.slice(1) : '';
}
