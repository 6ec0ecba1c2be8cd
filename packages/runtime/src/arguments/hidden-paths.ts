import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import type { ArgumentCheck } from './accepted-arguments.js';

/** By the check: one for each runtime that has it, or nearly. Every refused call asks, so that nothing but the look is left of it. */
const known = new WeakMap<ArgumentCheck, readonly HiddenPaths[]>();

interface HiddenPaths {
  readonly names: ReadonlySet<string>;
  readonly paths: readonly Path[];
}

/**
 * The places whose values no text shows: those that the tool says are sensitive, and its declared properties that bear one of the
 * names, in any case, at any depth. `*` stands for every item or key.
 *
 * @param names - in lower case
 */
export function hiddenPaths(check: ArgumentCheck, names: ReadonlySet<string> | undefined): readonly Path[] {
  if (names === undefined || names.size === 0) return check.sensitive;
  const found = known.get(check) ?? NONE;
  for (const one of found) if (one.names === names) return one.paths;
  const paths = [...check.sensitive, ...pathsOf(check.schema(), names)];
  known.set(check, [...found.slice(-MOST_KEPT), { names, paths }]);
  return paths;
}

const NONE: readonly HiddenPaths[] = [];
const MOST_KEPT = 10;

function pathsOf(root: JsonSchemaObject, names: ReadonlySet<string>): readonly Path[] {
  const search = new Search(root, names);
  search.visit(root, []);
  return search.left < 0 ? EVERYTHING : search.found;
}

const EVERYTHING: readonly Path[] = [[]];

class Search {
  readonly found: Path[] = [];
  /** Parts that may still be looked at: references can make a small schema as large as one likes. */
  left = 10_000;
  /** The references that are being followed, with the places where they stand again inside of themselves. */
  private readonly open = new Map<string, Path[]>();

  constructor(
    private readonly root: JsonSchemaObject,
    private readonly names: ReadonlySet<string>,
  ) {}

  visit(schema: JsonSchema | undefined, path: Path): void {
    if (typeof schema !== 'object' || --this.left < 0) return;
    const { $ref, properties = {}, items, prefixItems = [], additionalProperties, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined) this.follow($ref, path);
    for (const [name, one] of Object.entries(properties)) {
      if (this.names.has(name.toLowerCase())) this.found.push([...path, name]);
      else this.visit(one, [...path, name]);
    }
    for (const one of [items, ...prefixItems, additionalProperties]) this.visit(one, [...path, '*']);
    for (const branches of [anyOf, oneOf, allOf]) for (const one of branches ?? []) this.visit(one, path);
  }

  /** What contains itself has no end of places: where it holds a secret name, all that is inside of it once more is hidden. */
  private follow(reference: string, path: Path): void {
    const again = this.open.get(reference);
    if (again !== undefined) {
      again.push(path);
      return;
    }
    const before = this.found.length;
    const repeated: Path[] = [];
    this.open.set(reference, repeated);
    this.visit(definition(this.root, reference), path);
    this.open.delete(reference);
    if (this.found.length > before) this.found.push(...repeated);
  }
}

function definition({ $defs = {} }: JsonSchemaObject, reference: string): JsonSchema | undefined {
  const name = reference.replace('#/$defs/', '');
  return Object.hasOwn($defs, name) ? $defs[name] : undefined;
}
