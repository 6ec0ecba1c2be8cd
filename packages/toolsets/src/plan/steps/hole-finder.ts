import type { Hole, ToolDefinition } from '@haft/core';
import type { Issue, JsonSchemaObject } from '@haft/schema';
import type { PlacedReference } from '../references/find-references.js';
import { readsPart } from '../references/read-stored.js';
import { schemaAt, type FoundSchema } from '../references/schema-at.js';
import type { Plan, PlannedStep } from './plan.js';
import type { ToolsOfRun } from './tools-of-run.js';

/** The references of a step as values that are not known yet. */
export interface FoundHoles {
  readonly holes: readonly Hole[];
  /** References to values that no result has. */
  readonly issues: readonly Issue[];
}

/** Finds the schemas of references in the result schemas of the tools that they name. */
export class HoleFinder {
  private readonly toolOf: ReadonlyMap<string, string>;
  private searches = 0;

  constructor(
    plan: Plan,
    private readonly tools: ToolsOfRun,
  ) {
    this.toolOf = new Map(plan.map(({ id, tool }) => [id, tool]));
  }

  /** Returns the references of a step with their schemas. */
  holesOf({ index, read }: PlannedStep): FoundHoles {
    const holes: Hole[] = [];
    const issues: Issue[] = [];
    for (const reference of read.references) {
      const { schema, problem } = this.schemaOf(reference);
      holes.push({ path: reference.path, schema });
      if (problem === undefined) continue;
      const message = `in a result of '${this.toolOf.get(reference.id) ?? ''}' ${problem}`;
      const path = ['steps', index, 'args', ...reference.path];
      issues.push({ path, rule: '$ref', expected: 'a value of a result', received: 'a missing value', message });
    }
    return { holes, issues };
  }

  private schemaOf(placed: PlacedReference): FoundSchema {
    const result = resultFor(placed, this.tools.find(this.toolOf.get(placed.id) ?? ''));
    if (result === undefined || this.searches >= MOST_SEARCHES) return {};
    this.searches++;
    return schemaAt(result, placed.keys);
  }
}

/** The call itself checks the values of further references. Each search may read a whole schema. */
const MOST_SEARCHES = 200;

/** Returns the schema that has the keys of a reference. The value may be stored (`Ref<T>`). */
function resultFor(
  placed: PlacedReference,
  { result, reference }: Partial<ToolDefinition> = {},
): JsonSchemaObject | undefined {
  if (result === undefined || reference === undefined) return result;
  if (readsPart(placed)) return reference.schema;
  if (placed.keys.length > 0) return result;
  // The call takes the value, or the reference itself where the type takes it.
  const { $defs, ...value } = reference.schema;
  return { anyOf: [value, result], ...($defs && { $defs }) };
}
