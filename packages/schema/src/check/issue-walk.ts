import type { JsonSchema } from '../json-schema.js';
import { nodesOf, type Findings } from './checker.js';
import { reportMissing, reportUndeclared } from '../keywords/properties/report-names.js';
import { ownValue, type JsonObject } from './own-value.js';
import type { SchemaNode } from './schema-node.js';
import { Walk, type CollectOptions } from './walk.js';

/**
 * Finds what is wrong with a value that was refused. Emitted from a schema: it goes past what is right by itself, and lets the walk say
 * what is wrong with the rest, so that its issues are those that {@link SchemaChecker} finds.
 */
export type IssueCollector = (value: unknown, walk: IssueWalk) => void;

/** A part of a schema, as emitted code holds it. */
export interface SchemaPart {
  /** As JSON text, parsed when something breaks it; with the `$defs` that it refers to. */
  readonly schema: string;
  /** Made by the walk that needs it first. */
  node: unknown;
  /** What is expected, where the part alone does not say it. */
  readonly phrase?: string;
}

/** What emitted code tells of a value. */
export interface IssueWalk {
  /** Where the walk is. */
  readonly path: (string | number)[];
  /** Some problem stays, whatever type a value is taken for. Set back after a branch of a union: another branch could fit. */
  isHopeless: boolean;
  /** The value at the place of the walk may break a part of the schema. */
  here(value: unknown, part: SchemaPart): void;
  /** The value under a key may break a part of the schema. */
  at(key: string | number, value: unknown, part: SchemaPart): void;
  /**
   * The same for a key that the schema requires.
   * @returns 1 when there is nothing under it, else 0
   */
  needs(key: string, value: unknown, part: SchemaPart): 0 | 1;
  /** The object may have other names than these. */
  others(value: object, names: readonly string[]): void;
}

/** What an emitted collector finds. */
export function findingsBy(collector: IssueCollector, value: unknown, options: CollectOptions = {}): Findings {
  const walk = new CollectingWalk(options);
  try {
    collector(value, walk);
  } catch (error) {
    walk.giveUp(error);
  }
  return walk;
}

class CollectingWalk extends Walk implements IssueWalk {
  here(value: unknown, part: SchemaPart): void {
    if (!this.done) nodeOf(part).explain(value, this);
  }

  at(key: string | number, value: unknown, part: SchemaPart): void {
    if (this.done) return;
    this.path.push(key);
    nodeOf(part).explain(value, this);
    this.path.pop();
  }

  needs(key: string, value: unknown, part: SchemaPart): 0 | 1 {
    if (value === undefined) reportMissing(key, nodeOf(part), 'required', this);
    else this.at(key, value, part);
    return value === undefined ? 1 : 0;
  }

  others(value: object, names: readonly string[]): void {
    const object = value as JsonObject;
    for (const key of Object.keys(object)) {
      const child = ownValue(object, key);
      if (child !== undefined && !names.includes(key)) reportUndeclared(key, object, names, this);
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
