import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { definitionName, keysOf, pointerTo } from '../../references/resolve.js';
import { doesWork, restoreWith, writeWith, type Codec } from '../codec/codec.js';
import type { Restoring } from '../codec/restoring.js';
import { asText } from './any-value.js';
import { isAnnotation } from './annotations.js';
import { rewriteKeywords } from './keywords.js';
import { keywordOf } from '../../keywords/keyword-of.js';
import { mergedExactly, mergedWhole } from '../../keywords/merge-schemas.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';
import { present } from '../../values/present.js';

/** The number of copies of a schema inside itself. */
const MOST_INSIDE_ITSELF = 2;
/** The number of expanded references in one document. */
const MOST_WRITTEN_OUT = 200;

/** Rewrites references: as links to one definition, or as a copy in each place. */
export class References {
  readonly definitions: Record<string, JsonSchema> = {};
  /** The written definitions, by target. */
  private readonly written = new Map<JsonSchema, { readonly name: string; readonly link: LinkCodec }>();
  /** The targets whose copies are in progress, the innermost last, with their codecs. */
  private readonly around: { readonly target: JsonSchema; readonly link: LinkCodec }[] = [];
  private writtenOut = 0;

  constructor(private readonly rewriting: Rewriter) {}

  rewrite(schema: JsonSchemaObject, reference: string, path: Path): Part {
    const target = this.rewriting.resolve(reference);
    const { rules, refuse } = this.rewriting;
    if (target === undefined) return this.unresolved(schema, reference, path);
    if (rules.strict?.recursion !== undefined && this.rewriting.isOpen(target)) {
      refuse(path, 'a type inside itself is not allowed there');
      return { schema: { type: 'object', properties: {}, additionalProperties: false } };
    }
    if (rules.references === 'expand') return this.writeOut(schema, target, reference, path);
    return this.refer(schema, target, reference, path);
  }

  /** Returns the written definition that a reference names. */
  resolve(reference: string): JsonSchema | undefined {
    const name = definitionName(reference);
    return name !== undefined && Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined;
  }

  private unresolved(schema: JsonSchemaObject, reference: string, path: Path): Part {
    const { rules, refuse } = this.rewriting;
    if (rules.strict?.outerReference !== undefined) refuse(path, "'$ref' must name a part of the schema");
    if (rules.references !== 'expand') return { schema };
    return asText(schema, path, this.rewriting, {
      reason: `${rules.title} has no references, and nothing in the schema has this name`,
      loses: `what '${reference}' asks for`,
    });
  }

  /** Writes a reference to one definition. */
  private refer(schema: JsonSchemaObject, target: JsonSchema, reference: string, path: Path): Part {
    const { $ref: _ref, $defs: _defs, ...beside } = schema;
    const asserts = Object.keys(beside).some((keyword) => !isAnnotation(keyword));
    const merged = asserts && !this.rewriting.isOpen(target) ? mergedExactly(beside, target) : undefined;
    if (merged?.left.length === 0 && this.rewriting.mayCopy()) {
      this.rewriting.isCopy(merged.schema, target);
      return this.inPlace(merged.schema, reference, path);
    }
    const { rules, report } = this.rewriting;
    const { name, link } = this.definition(target, reference, path);
    const to = `#${pointerTo(['$defs', name])}`;
    if (to !== reference) report({ path, keyword: '$ref', from: reference, to, reason: 'definitions stand in $defs' });
    const rest = rewriteKeywords(this.withoutParts(beside, path), undefined, path, this.rewriting);
    if (Object.keys(rest).length === 0) return { schema: { $ref: to }, codec: link };
    const from = reference;
    report({ path, keyword: '$ref', from, to: 'anyOf', reason: `${rules.title} takes nothing beside $ref` });
    return { schema: { anyOf: [{ $ref: to }], ...rest }, codec: link };
  }

  /** Leaves out what would need the form that the definition gets: names and schemas of parts. */
  private withoutParts(beside: JsonSchemaObject, path: Path): JsonSchemaObject {
    const { rules, report } = this.rewriting;
    const kept = Object.entries(beside).filter(([keyword, argument]) => {
      const hasParts = keyword === 'required' || keywordOf(keyword)?.schemas !== undefined;
      if (!hasParts) return true;
      const reason = `${rules.title} takes nothing beside $ref`;
      report({ path, keyword, from: asJson(argument), reason, loses: `what '${keyword}' asks for there` });
      return false;
    });
    return Object.fromEntries(kept);
  }

  private inPlace(schema: JsonSchema, reference: string, path: Path): Part {
    const { rules, report, rewrite } = this.rewriting;
    report({
      path,
      keyword: '$ref',
      from: reference,
      reason: `${rules.title} takes nothing beside $ref: it is written out`,
    });
    return rewrite(schema, path);
  }

  private definition(target: JsonSchema, reference: string, path: Path): { name: string; link: LinkCodec } {
    const known = this.written.get(target);
    if (known !== undefined) return known;
    const made = { name: this.freeName(reference), link: new LinkCodec() };
    this.written.set(target, made);
    // Reserved first, because the definition may refer to itself.
    this.definitions[made.name] = true;
    const part = this.rewriting.rewrite(target, path);
    this.definitions[made.name] = part.schema;
    made.link.codec = part.codec;
    return made;
  }

  private freeName(reference: string): string {
    const wanted = reference === '#' ? 'Root' : (keysOf(reference)?.at(-1) ?? reference);
    const plain = wanted.replace(/[^\w.-]/g, '_');
    let name = plain;
    for (let i = 2; Object.hasOwn(this.definitions, name) || name === '__proto__'; i++) name = `${plain}_${i}`;
    return name;
  }

  /**
   * Copies the target into the place of the reference. Writes JSON text if the copies would never
   * end, or would be too many.
   */
  private writeOut(schema: JsonSchemaObject, target: JsonSchema, reference: string, path: Path): Part {
    const { rules, report } = this.rewriting;
    const outer = this.around.filter((one) => one.target === target);
    const reason = `${rules.title} has no references`;
    const isDeep = outer.length >= MOST_INSIDE_ITSELF;
    if (isDeep || this.writtenOut >= MOST_WRITTEN_OUT || !this.rewriting.mayCopy()) {
      const { description } = schema;
      const text = { $ref: reference, ...present({ description }) };
      return asText(text, path, this.rewriting, {
        ...(outer.length > 0 && { note: 'JSON text of the same form as above' }),
        reason: isDeep ? reason : `${reason}, and the schema is too large written out`,
        loses: outer.length > 0 ? 'the form of deeper levels' : 'what the value looks like',
        inside: () => outer.at(-1)?.link.codec,
      });
    }
    report({ path, keyword: '$ref', from: reference, reason: `${reason}: it is written out` });
    this.writtenOut++;
    const link = new LinkCodec();
    this.around.push({ target, link });
    const { $ref: _ref, $defs: _defs, ...beside } = schema;
    const copy = mergedWhole(beside, target);
    this.rewriting.isCopy(copy, target);
    const part = this.rewriting.rewrite(copy, path);
    link.codec = part.codec;
    this.around.pop();
    return part;
  }
}

/** The codec of a definition. Its target is set when the definition is written. */
class LinkCodec implements Codec {
  codec: Codec | undefined;

  doesWork(seen: Set<Codec>): boolean {
    return doesWork(this.codec, seen);
  }

  restore(value: JsonValue, at: Restoring): JsonValue {
    return restoreWith(this.codec, value, at);
  }

  write(value: JsonValue): JsonValue {
    return writeWith(this.codec, value);
  }
}
