import type { ReadArguments } from '@haft/core/reflected';
import { exampleOf, type Issue, type JsonSchema, type JsonSchemaObject, type JsonValue, type Path } from '@haft/schema';
import type { ArgumentCheck, CheckedValue } from '../accepted-arguments.js';
import type { InvalidPlace } from './broken-rules.js';
import { MessagePlaces, type MessagePlace } from './message-places.js';

/** Arguments with examples in place of some values, for rules and not for a call. */
export interface ProvisionalArguments {
  readonly args: ReadArguments;
  /** Places of the examples. */
  readonly invalid: readonly InvalidPlace[];
}

/**
 * Builds arguments from an object that breaks the schema, so the rules of its valid values can run.
 * Examples replace invalid and missing values. It omits unknown names.
 *
 * @returns undefined if no such arguments are found
 */
export function provisionalArguments(
  check: ArgumentCheck,
  { value, issues }: CheckedValue,
): ProvisionalArguments | undefined {
  // In a union, an example may be of another branch. The second try replaces whole arguments.
  return filledArguments(check, value, issues) ?? filledArguments(check, value, issues.map(ofWholeArgument));
}

function ofWholeArgument({ path, rule }: Gap): Gap {
  return path.length > 1 ? { path: path.slice(0, 1), rule: 'inside' } : { path, rule };
}

function filledArguments(check: ArgumentCheck, value: unknown, gaps: readonly Gap[]): ProvisionalArguments | undefined {
  const filling = new Filling(check.schema());
  const filled = filling.fill(value, gaps);
  const args = filled === undefined ? undefined : readOr(check, filled);
  const invalid = gaps.map(({ path, rule }): InvalidPlace => ({ path, isCount: COUNTS.has(rule) }));
  return args && { args, invalid: [...invalid, ...filling.added.map((path) => ({ path }))] };
}

/** Reads arguments. Ignores an error of a `@Transform`, which an example may cause. */
function readOr(check: ArgumentCheck, value: unknown): ReadArguments | undefined {
  try {
    return check.read(value);
  } catch {
    return undefined;
  }
}

/** The place of an issue. */
type Gap = Pick<Issue, 'path' | 'rule'>;

/** The issues of a value and of its children. */
interface Gaps {
  rule?: string;
  readonly inside: Map<string | number, Gaps>;
}

/** A place in the arguments. */
interface At {
  readonly place: MessagePlace;
  readonly path: Path;
}

function inAt({ place, path }: At, key: string | number): At {
  return { place: place.at([key]), path: [...path, key] };
}

class Filling {
  /** The places of items that nothing sent: a list is too short without them. */
  readonly added: Path[] = [];
  private readonly examples: Examples;
  private isPossible = true;

  constructor(schema: JsonSchemaObject) {
    this.examples = examplesOf(schema);
  }

  fill(value: unknown, gaps: readonly Gap[]): unknown {
    const filled = this.within(value, treeOf(gaps), { place: this.examples.root, path: [] });
    return this.isPossible && filled !== LEFT_OUT ? filled : undefined;
  }

  private within(value: unknown, { rule, inside }: Gaps, at: At): unknown {
    if (rule !== undefined && COUNTS.has(rule) && Array.isArray(value)) return this.resized(value, inside, at);
    if (rule !== undefined) return this.instead(rule, at.place);
    if (typeof value !== 'object' || value === null) return this.instead('type', at.place);
    return Array.isArray(value) ? this.list(value, inside, at) : this.object(value, inside, at);
  }

  /** Shortens a list to its longest length, or adds examples up to its shortest length. */
  private resized(items: readonly unknown[], inside: Gaps['inside'], at: At): unknown {
    const schemas = at.place.schemas.filter((one) => typeof one === 'object');
    const most = Math.min(...schemas.map(({ maxItems = Infinity }) => maxItems));
    const least = Math.max(...schemas.map(({ minItems = 0 }) => minItems));
    const kept = items.slice(0, most);
    while (kept.length < least && this.isPossible) {
      const { place, path } = inAt(at, kept.length);
      this.added.push(path);
      kept.push(this.instead('type', place));
    }
    return this.list(kept, inside, at);
  }

  private list(items: readonly unknown[], inside: Gaps['inside'], at: At): unknown {
    const copy = [...items];
    for (const [key, gaps] of inside) {
      if (typeof key !== 'number' || key >= copy.length) continue;
      copy[key] = this.within(items[key], gaps, inAt(at, key));
    }
    return copy.filter((item) => item !== LEFT_OUT);
  }

  private object(object: object, inside: Gaps['inside'], at: At): unknown {
    const before = object as Readonly<Record<string | number, unknown>>;
    const copy: Record<string | number, unknown> = { ...before };
    for (const [key, gaps] of inside) {
      const value = Object.hasOwn(before, key) ? before[key] : undefined;
      const filled = this.within(value, gaps, inAt(at, key));
      // Not an assignment, which would set the prototype for `__proto__`.
      if (filled === LEFT_OUT) Reflect.deleteProperty(copy, key);
      else Object.defineProperty(copy, key, { value: filled, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  }

  /** Returns an example, or `LEFT_OUT` for an undeclared name. */
  private instead(rule: string, place: MessagePlace): unknown {
    if (LEFT_OUT_RULES.has(rule)) return LEFT_OUT;
    const found = this.examples.at(place);
    if (found === undefined) this.isPossible = false;
    return found;
  }
}

const COUNTS = new Set(['minItems', 'maxItems']);
const LEFT_OUT = Symbol('left out');
const LEFT_OUT_RULES = new Set(['additionalProperties', 'propertyNames', 'reservedName', 'false']);

/** The examples by schema object. A tool parses its schema once. */
const known = new WeakMap<JsonSchemaObject, Examples>();

function examplesOf(schema: JsonSchemaObject): Examples {
  let examples = known.get(schema);
  if (examples === undefined) known.set(schema, (examples = new Examples(schema)));
  return examples;
}

/** The examples for the parts of a schema. Each is found once: it takes longer than most rules. */
class Examples {
  readonly root: MessagePlace;
  private readonly found = new Map<MessagePlace, JsonValue | undefined>();

  constructor(private readonly schema: JsonSchemaObject) {
    this.root = new MessagePlaces(schema, {}).root;
  }

  /** Returns an example that the caller may change. */
  at(place: MessagePlace): JsonValue | undefined {
    if (!this.found.has(place)) this.found.set(place, firstExample(place.schemas, this.schema));
    const example = this.found.get(place);
    return typeof example === 'object' ? structuredClone(example) : example;
  }
}

function firstExample(schemas: readonly JsonSchema[], root: JsonSchemaObject): JsonValue | undefined {
  for (const schema of schemas) {
    const example = exampleOf(schema, root);
    if (example !== undefined) return example;
  }
  return undefined;
}

function treeOf(gaps: readonly Gap[]): Gaps {
  const root: Gaps = { inside: new Map() };
  for (const { path, rule } of gaps) {
    let node = root;
    for (const key of path) {
      let next = node.inside.get(key);
      if (next === undefined) node.inside.set(key, (next = { inside: new Map() }));
      node = next;
    }
    node.rule ??= rule;
  }
  return root;
}
