import type { JsonSchema } from '../json-schema.js';
import { nodesOf, type Findings } from './checker.js';
import { reportMissing } from '../keywords/properties/report-names.js';
import { ownValue, type JsonObject } from '../values/own-value.js';
import type { SchemaNode } from './schema-node.js';
import { Search } from './search.js';
import { Walk } from './walk.js';

/**
 * Finds the problems of a rejected value. Emitted from a schema: it skips the valid parts and
 * passes the others to the walk, so it reports the same issues as a {@link SchemaChecker}.
 */
export type IssueCollector = (value: unknown, walk: IssueWalk) => void;

/** A part of a schema in emitted code. */
export interface SchemaPart {
  /**
   * The schema as JSON text, with the `$defs` that it refers to. The first value that breaks it
   * parses it.
   */
  readonly schema: string;
  /** The prepared schema. The first walk that needs it sets it. */
  node: unknown;
  /** The expected value, if the part alone does not show it. */
  readonly phrase?: string;
}

/** The calls of an emitted collector. */
export interface IssueWalk {
  /** The current place in the value. */
  readonly path: (string | number)[];
  /**
   * Whether a problem remains if the value gets another type. A collector resets it after a branch
   * of a union, because another branch may be valid.
   */
  isHopeless: boolean;
  /** Checks the value at the current place against a part of the schema. */
  here(value: unknown, part: SchemaPart): void;
  /** Checks the value under a key against a part of the schema. */
  at(key: string | number, value: unknown, part: SchemaPart): void;
  /**
   * Checks the value under a key that the schema requires.
   *
   * @returns 1 if the key is absent, otherwise 0
   */
  needs(key: string, value: unknown, part: SchemaPart): 0 | 1;
  /** Looks for names of an object that are not in `names`. Then the findings are incomplete. */
  others(value: object, names: readonly string[]): void;
}

/**
 * Returns the findings of an emitted collector. Returns undefined if an object has an undeclared
 * name: only the whole schema tells which declared name it means.
 */
export function findingsBy(collector: IssueCollector, value: unknown, search: Search): Findings | undefined {
  const walk = new CollectingWalk(search);
  try {
    collector(value, walk);
  } catch (error) {
    walk.giveUp(error);
  }
  return walk.hasUndeclared ? undefined : walk;
}

/** A walk for emitted code. It has no fields: a constructor of a subclass takes time. */
class CollectingWalk extends Walk implements IssueWalk {
  /** Keeps code alive. If no walk exists in a full collection, V8 drops its code for walks. */
  static readonly kept = new CollectingWalk(new Search({}));

  here(value: unknown, part: SchemaPart): void {
    if (!this.done) nodeOf(part).explain(value, this);
  }

  at(key: string | number, value: unknown, part: SchemaPart): void {
    if (!this.done) nodeOf(part).explainAt(key, value, this);
  }

  needs(key: string, value: unknown, part: SchemaPart): 0 | 1 {
    if (value === undefined) reportMissing(key, nodeOf(part), 'required', this);
    else this.at(key, value, part);
    return value === undefined ? 1 : 0;
  }

  others(value: object, names: readonly string[]): void {
    if (this.done) return;
    const object = value as JsonObject;
    for (const key of Object.keys(object)) {
      if (ownValue(object, key) === undefined || names.includes(key)) continue;
      this.hasUndeclared = true;
      this.done = true;
      return;
    }
  }
}

function nodeOf(part: SchemaPart): SchemaNode {
  part.node ??= prepared(part);
  const node = part.node as SchemaNode;
  node.source.patternBudget.restart();
  return node;
}

function prepared({ schema: text, phrase }: SchemaPart): SchemaNode {
  const schema = JSON.parse(text) as JsonSchema;
  const node = nodesOf(schema)(schema);
  if (phrase !== undefined) node.saysOf(phrase);
  return node;
}
