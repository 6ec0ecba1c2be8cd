import type { JsonSchemaObject } from '../json-schema.js';
import * as allOf from './all-of.js';
import * as annotations from './annotations.js';
import * as condition from './condition.js';
import * as contains from './contains.js';
import * as content from './content.js';
import * as dependentRequired from './dependent-required.js';
import * as format from './format.js';
import * as itemCount from './item-count.js';
import * as items from './items.js';
import type { Analysis, Check, Keyword, KeywordName } from './keyword.js';
import * as multipleOf from './multiple-of.js';
import * as not from './not.js';
import * as pattern from './pattern.js';
import * as properties from './properties/properties.js';
import * as propertyCount from './property-count.js';
import * as propertyNames from './property-names.js';
import * as range from './range.js';
import * as reference from './reference.js';
import * as textLength from './text-length.js';
import * as type from './type.js';
import * as unions from './unions/unions.js';
import * as uniqueItems from './unique-items.js';
import * as values from './values.js';

/** A table of keywords, made when it is first read: most starts read none. */
type Table<K extends KeywordName, T> = () => Readonly<Record<K, T>>;

/** The keywords whose check is that of another one, or that check nothing. */
type Unchecked =
  | ('type' | '$defs' | 'then' | 'else' | 'minContains' | 'maxContains' | 'discriminator' | 'contentMediaType')
  | keyof typeof annotations.keyword;

/**
 * Makes one table of keywords from their modules. A keyword without an answer does not compile.
 * If nothing imports a table, bundlers drop it with its parts of the modules, so a start loads
 * neither examples nor comparisons.
 */
function tableOf<T, K extends KeywordName = KeywordName>(make: Table<K, T>): Table<K, T> {
  let made: Readonly<Record<K, T>> | undefined;
  return () => (made ??= make());
}

/** The form of each keyword. */
export const keywordTable = /* @__PURE__ */ tableOf<Keyword>(() => ({
  ...{ ...reference.keyword, ...type.keyword, ...values.keyword, ...unions.keyword },
  ...{ ...allOf.keyword, ...not.keyword, ...condition.keyword, ...properties.keyword },
  ...{ ...propertyNames.keyword, ...propertyCount.keyword, ...dependentRequired.keyword, ...items.keyword },
  ...{ ...contains.keyword, ...itemCount.keyword, ...uniqueItems.keyword, ...textLength.keyword },
  ...{ ...pattern.keyword, ...format.keyword, ...content.keyword, ...range.keyword },
  ...{ ...multipleOf.keyword, ...annotations.keyword },
}));

/** The check and phrases of each keyword, in the order of the problems. */
export const checkTable = /* @__PURE__ */ tableOf<Check, Exclude<KeywordName, Unchecked>>(() => ({
  ...{ ...values.check, ...textLength.check, ...format.check, ...content.check },
  ...{ ...pattern.check, ...range.check, ...multipleOf.check, ...itemCount.check },
  ...{ ...uniqueItems.check, ...propertyCount.check, ...properties.check, ...propertyNames.check },
  ...{ ...dependentRequired.check, ...items.check, ...contains.check, ...reference.check },
  ...{ ...allOf.check, ...not.check, ...condition.check, ...unions.check },
}));

/**
 * The role of each keyword in examples, comparisons and merged schemas, in the order of given
 * values and messages.
 */
export const analysisTable = /* @__PURE__ */ tableOf<Analysis>(() => ({
  ...{ ...annotations.analysis, ...type.analysis, ...values.analysis, ...range.analysis },
  ...{ ...textLength.analysis, ...itemCount.analysis, ...reference.analysis, ...pattern.analysis },
  ...{ ...format.analysis, ...content.analysis, ...multipleOf.analysis, ...uniqueItems.analysis },
  ...{ ...contains.analysis, ...propertyCount.analysis, ...propertyNames.analysis, ...properties.analysis },
  ...{ ...dependentRequired.analysis, ...not.analysis, ...condition.analysis, ...allOf.analysis },
  ...{ ...unions.analysis, ...items.analysis },
}));

/** Returns the entries of a table for the keywords of a schema, in the order of the table. */
export function keywordsIn<K extends KeywordName, T>(
  schema: JsonSchemaObject,
  table: Readonly<Record<K, T>>,
): readonly (readonly [keyword: K, entry: T])[] {
  const order = orderOf(table);
  const names = Object.keys(schema) as K[];
  const known = names.filter((name) => order.has(name) && schema[name] !== undefined);
  known.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return known.map((name) => [name, table[name]] as const);
}

/** The positions of keywords, by table. Filled on first use. */
const ORDERS = new WeakMap<object, ReadonlyMap<string, number>>();

function orderOf(table: object): ReadonlyMap<string, number> {
  let order = ORDERS.get(table);
  if (order === undefined) {
    order = new Map(Object.keys(table).map((name, position) => [name, position]));
    ORDERS.set(table, order);
  }
  return order;
}
