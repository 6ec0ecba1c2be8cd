import { canonicalJson } from '../../values/canonical-json.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { doesWork, isJsonList, writeWith, type Codec } from '../codec/codec.js';
import type { Restoring } from '../codec/restoring.js';
import { rewriteAnyValue } from './any-value.js';
import { described, descriptionText } from './description.js';
import { rewriteKeywords } from './keywords.js';
import { mayBeLonger, rewritePositions } from './positions.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';
import { hasLargeLiterals } from './scalar.js';

/** Rewrites a list or a tuple. */
export function rewriteList(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  if (hasLargeLiterals(schema)) return rewriteAnyValue(schema, path, rewriting);
  const { prefixItems = [], items = true } = schema;
  if (prefixItems.length === 0) return plainList(schema, items, path, rewriting);
  if (items === true && mayBeLonger(schema, prefixItems.length)) openList(path, rewriting);
  return rewriting.rules.tuples === 'positions'
    ? rewritePositions(schema, path, rewriting)
    : anyOfItems(schema, path, rewriting);
}

function openList(path: Path, { rules, refuse }: Rewriter): void {
  if (rules.strict?.anyItems !== undefined) refuse(path, 'a list must describe its items there');
}

function plainList(schema: JsonSchemaObject, items: JsonSchema, path: Path, rewriting: Rewriter): Part {
  const { rules } = rewriting;
  const { items: given, prefixItems: _none, ...rest } = schema;
  const said = items === false ? { ...rest, maxItems: 0 } : rest;
  const kept = rewriteKeywords({ type: 'array', ...said }, 'array', path, rewriting);
  if (items === true) {
    openList(path, rewriting);
    if (rules.anyValue === 'keep') return { schema: given === undefined ? kept : { ...kept, items: {} } };
  }
  // No item is valid, so any type works.
  if (items === false) return { schema: { ...kept, items: { type: 'string' } } };
  const one = rewriting.rewrite(items, [...path, '*']);
  const written = { ...kept, items: one.schema };
  return { schema: written, codec: one.codec && new ListCodec([], one.codec) };
}

/** Rewrites a tuple as a list of any of its items. */
function anyOfItems(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  const { rules, report } = rewriting;
  const { items = true, prefixItems = [], ...said } = schema;
  const parts = prefixItems.map((one, index) => rewriting.rewrite(one, [...path, index]));
  const rest = mayBeLonger(schema, prefixItems.length) ? rewriting.rewrite(items, [...path, '*']) : undefined;
  const forms = distinct([...parts, ...(rest === undefined ? [] : [rest])].map((one) => one.schema));
  const [only] = forms;
  const size = rest === undefined ? { maxItems: Math.min(said.maxItems ?? Infinity, prefixItems.length) } : {};
  const kept = rewriteKeywords({ type: 'array', ...said, ...size }, 'array', path, rewriting);
  const written = { ...kept, items: forms.length === 1 && only !== undefined ? only : { anyOf: forms } };
  const from = asJson(prefixItems);
  const reason = `${rules.title} has no tuples: a list of any of the items`;
  const codec = listCodec(parts, rest);
  if (forms.length === 1) {
    report({ path, keyword: 'prefixItems', from, to: 'items', reason });
    return { schema: written, codec };
  }
  const text = descriptionText([['prefixItems', prefixItems]]);
  if (text.length > LONGEST_TUPLE) {
    report({ path, keyword: 'prefixItems', from, to: 'items', reason, loses: 'which item stands where' });
    return { schema: written, codec };
  }
  report({ path, keyword: 'prefixItems', from, to: text, reason });
  return { schema: described(written, [['prefixItems', prefixItems]]), codec };
}

const LONGEST_TUPLE = 300;

function distinct(schemas: readonly JsonSchemaObject[]): readonly JsonSchemaObject[] {
  const flat = schemas.flatMap((one) => (Object.keys(one).length === 1 && one.anyOf !== undefined ? one.anyOf : [one]));
  const found = new Map(flat.map((one) => [canonicalJson(one as JsonValue), one as JsonSchemaObject]));
  return [...found.values()];
}

function listCodec(parts: readonly Part[], rest: Part | undefined): Codec | undefined {
  const codecs = parts.map((one) => one.codec);
  const isSame = codecs.every((one) => one === undefined) && rest?.codec === undefined;
  return isSame ? undefined : new ListCodec(codecs, rest?.codec);
}

/** A codec for lists. Each item has a separate form. */
class ListCodec implements Codec {
  constructor(
    private readonly first: readonly (Codec | undefined)[],
    private readonly rest: Codec | undefined,
  ) {}

  doesWork(seen: Set<Codec>): boolean {
    return [...this.first, this.rest].some((one) => doesWork(one, seen));
  }

  restore(value: JsonValue, at: Restoring): JsonValue {
    if (!isJsonList(value)) return value;
    const items = value.map((item, index) => at.inside(index, this.codecAt(index), item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }

  write(value: JsonValue): JsonValue {
    if (!isJsonList(value)) return value;
    return value.map((item, index) => writeWith(this.codecAt(index), item));
  }

  private codecAt(index: number): Codec | undefined {
    return index < this.first.length ? this.first[index] : this.rest;
  }
}
