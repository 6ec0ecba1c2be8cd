import type { Issue, JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import type { Repair } from '@haft/core';
import { fits, inspectValue, phraseOf, readSent, type ReadValue, resolverOf, schemaOfPath } from '@haft/arguments/lazy';
import type { AcceptOptions } from '@haft/arguments/internal';
import type { RefusedArguments } from '@haft/arguments';
import type { ListedReference, StoredReference } from '../../references/reference-store.js';
import type { AnyTool } from '@haft/compose';
import type { RunPort } from '../run-port.js';
import { referencesIn, withValues, type PlacedReference } from './found-reference.js';
import { takesReference } from './takes-reference.js';

/** The most references in the arguments of one call. */
const MOST_REFERENCES = 100;
/** The most references in a text for the model. */
const MOST_LISTED = 5;

/** The arguments with values in place of references. They may be larger than those of a model. */
export interface ReplacedArguments {
  readonly sent: unknown;
  readonly limits: AcceptOptions;
  /** The repairs of the text around the references. */
  readonly repairs: readonly Repair[];
}

/**
 * Replaces the references in arguments by their values, before the arguments are checked. The check
 * then decides about the values.
 *
 * @returns undefined if there are none. A refusal if a reference is unknown, or if its type cannot
 *   be valid.
 */
export async function replaceReferences(
  run: RunPort,
  tool: AnyTool,
  sent: unknown,
): Promise<ReplacedArguments | RefusedArguments | undefined> {
  const {
    references,
    limits: { arguments: limits },
  } = run.runtime;
  const read = readWithin(tool, sent, limits);
  const all = referencesIn(read?.value, MOST_REFERENCES);
  if (read === undefined || all.length === 0) return undefined;
  const problems = new Problems(run, tool);
  const placed = all.filter((one) => !problems.takesReference(one));
  if (placed.length === 0) return undefined;
  if (placed.length > MOST_REFERENCES)
    return refused(`The arguments contain more than ${MOST_REFERENCES} references. Send fewer.`);
  const found = new Map<string, StoredReference | undefined>();
  for (const { id } of placed) if (!found.has(id)) found.set(id, await references.find(run, id));
  const issues = await problems.of(placed, found);
  if (issues.length > 0) return { refusal: { issues }, repairs: [] };
  const total = placed.reduce((sum, { id }) => sum + (found.get(id)?.json.length ?? 0), 0);
  if (total > references.maxTotalCharacters)
    return refused(
      `The values of the references are too large together: ${total} characters, at most ${references.maxTotalCharacters} are accepted.`,
    );
  // Each place gets a copy, since the tool may change it.
  const values = placed.map(({ id, path }) => ({ path, value: JSON.parse(found.get(id)?.json ?? 'null') as unknown }));
  return { sent: withValues(read.value, values), limits: { ...limits, ...UNLIMITED }, repairs: read.repairs };
}

/** The values of references were measured before they were stored. */
const UNLIMITED = { maxCharacters: Infinity, maxDepth: Infinity, maxNodes: Infinity };

/** Returns the arguments as plain data. Undefined if they are not readable or too large. */
function readWithin({ check }: AnyTool, sent: unknown, limits: AcceptOptions): ReadValue | undefined {
  const read = readSent(sent, check, limits);
  if ('refusal' in read) return undefined;
  const { problem, issues } = inspectValue(read.value, limits);
  return problem === undefined && issues.length === 0 ? read : undefined;
}

function refused(problem: string): RefusedArguments {
  return { refusal: { issues: [], problem }, repairs: [] };
}

/** Finds the references that Haft replaces, and the invalid ones among them. */
class Problems {
  private listed: readonly ListedReference[] | undefined = undefined;
  private readonly schema: JsonSchemaObject;

  constructor(
    private readonly run: RunPort,
    private readonly tool: AnyTool,
  ) {
    this.schema = tool.check.schema();
  }

  /** Returns whether the type of a place takes the reference itself. */
  takesReference({ path }: PlacedReference): boolean {
    return takesReference(this.schemaOf(path), resolverOf(this.schema));
  }

  async of(
    placed: readonly PlacedReference[],
    found: ReadonlyMap<string, StoredReference | undefined>,
  ): Promise<readonly Issue[]> {
    const issues: Issue[] = [];
    const known = new Map<string, boolean>();
    for (const one of placed) {
      const place = this.schemaOf(one.path);
      const stored = found.get(one.id);
      const key = `${one.id} ${one.path.map((step) => (typeof step === 'number' ? '*' : step)).join('/')}`;
      if (!known.has(key)) known.set(key, stored !== undefined && this.mayFit(stored, place));
      if (known.get(key) === true) continue;
      issues.push(await this.issueOf(one, stored, place));
      if (issues.length >= MOST_LISTED) break;
    }
    return issues;
  }

  /** Returns the schema of a place. The check rejects a name that the schema does not have. */
  private schemaOf(path: Path): JsonSchema {
    const { envelope = '' } = this.tool.check;
    const isInside = path[0] === envelope && !Object.hasOwn(this.schema.properties ?? {}, envelope);
    const schema = schemaOfPath(this.schema, isInside ? path.slice(1) : path);
    return schema === false ? true : schema;
  }

  private mayFit({ schema }: Pick<StoredReference, 'schema'>, place: JsonSchema): boolean {
    return fits(JSON.parse(schema) as JsonSchema, place, { parameter: this.schema }) !== 'never';
  }

  private async issueOf(
    { id, path }: PlacedReference,
    stored: StoredReference | undefined,
    place: JsonSchema,
  ): Promise<Issue> {
    this.listed ??= await this.run.runtime.references.list(this.run);
    const fitting = this.listed.filter((one) => this.mayFit(one, place)).slice(-MOST_LISTED);
    const others = fitting.map((one) => `${one.id} (${one.type})`).join(', ');
    const wanted = phraseOf(place, resolverOf(this.schema));
    return {
      path,
      rule: 'reference',
      expected: `${wanted}, or a reference to one${others === '' ? '' : `, such as ${others}`}`,
      received:
        stored === undefined
          ? `the reference ${id}, which does not exist or has expired`
          : `the reference ${id} to ${stored.type}`,
    };
  }
}
