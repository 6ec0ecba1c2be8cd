import type { JsonSchema } from '../json-schema.js';
import { aliasedProperties, compareAliases } from './compare-aliases.js';
import { compareInput } from './compare-input.js';
import { comparePromises } from './compare-promises.js';
import { compareSchemas } from './compare-schemas.js';
import type { ComparedDefinition, Compatibility, DefinitionChange, DefinitionComparison } from './definition-change.js';
import { schemaChange } from './schema-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares two versions of a set of tools and rates each change for their callers: a replayed
 * history, a paused run, code that calls tools by name.
 *
 * A parameter may accept more and a result may contain less. Undecidable changes count as breaking.
 * A missing tool is breaking, unless a new tool has its name as an alias.
 *
 * @param before - the old definitions
 * @param after - the new definitions
 */
export function compareDefinitions(
  before: readonly ComparedDefinition[],
  after: readonly ComparedDefinition[],
): DefinitionComparison {
  const known = new Set<string>();
  const changes: DefinitionChange[] = [];
  const withoutNewVersion = new Set<string>();
  for (const old of before) {
    const others = after.filter(({ kind }) => kind === old.kind);
    const now =
      others.find((one) => one.name === old.name) ?? others.find((one) => one.aliases?.includes(old.name) === true);
    if (now === undefined) {
      changes.push(toolChange(labelOf(old), 'breaking', `the ${old.kind ?? 'tool'} is gone`));
      continue;
    }
    known.add(labelOf(now));
    const found = compareTool(old, now).map((one) => ({ ...one, tool: labelOf(old) }));
    changes.push(...found);
    if (found.some(isBreaking) && (old.version ?? '') === (now.version ?? '')) withoutNewVersion.add(labelOf(now));
  }
  for (const now of after) {
    if (!known.has(labelOf(now)))
      changes.push(toolChange(labelOf(now), 'compatible', `the ${now.kind ?? 'tool'} is new`));
  }
  return {
    changes: changes.sort(order),
    breaking: changes.some(isBreaking),
    withoutNewVersion: [...withoutNewVersion].sort(),
  };
}

/** Returns the name of a tool. Returns the kind and the name of a resource or prompt. */
export function labelOf({ kind, name }: Pick<ComparedDefinition, 'kind' | 'name'>): string {
  return kind === undefined ? name : `${kind} ${name}`;
}

function compareTool(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const tool = old.name;
  const changes: DefinitionChange[] = [];
  const note = (compatibility: Compatibility, message: string): void => {
    changes.push(toolChange(tool, compatibility, message));
  };
  if (old.name !== now.name) note('compatible', `it is called ${now.name} now; the old name is an alias`);
  for (const alias of old.aliases ?? []) {
    if (alias !== now.name && now.aliases?.includes(alias) !== true) note('breaking', `its alias ${alias} is gone`);
  }
  if ((old.version ?? '') !== (now.version ?? ''))
    note('info', `version ${old.version ?? 'none'} became ${now.version ?? 'none'}`);
  if ((old.description ?? '') !== (now.description ?? '')) note('info', 'the description changed');
  for (const [label, was, is] of [
    ['URI', old.uri, now.uri],
    ['type of the contents', old.mimeType, now.mimeType],
  ])
    if (was !== is) note('breaking', `the ${label} ${was ?? 'of the result'} became ${is ?? 'that of the result'}`);
  changes.push(...comparePromises(old, now));
  const aliases = aliasedProperties(now.parameters, now.propertyAliases);
  const parameters = compareSchemas(old.parameters, now.parameters, aliases);
  changes.push(...compareAliases(old, now), ...parameters.map((one) => schemaChange(tool, 'parameters', one)));
  changes.push(...compareInput(old, now), ...compareResults(tool, old.result, now.result));
  return [...changes, ...compareStored(old, now)];
}

function compareResults(
  tool: string,
  old: JsonSchema | undefined,
  now: JsonSchema | undefined,
): readonly DefinitionChange[] {
  if (old === undefined && now === undefined) return [];
  const place = { part: 'result', path: [] } as const;
  if (old === undefined) return [toolChange(tool, 'compatible', 'the result has a schema now', place)];
  if (now === undefined) return [toolChange(tool, 'breaking', 'the result has no schema any more', place)];
  return compareSchemas(old, now).map((one) => schemaChange(tool, 'result', one));
}

/** Compares the stored values. A result that becomes a reference differs itself. */
function compareStored(
  { name, reference: before }: ComparedDefinition,
  { reference: after }: ComparedDefinition,
): readonly DefinitionChange[] {
  if (before === undefined || after === undefined) return [];
  return compareSchemas(before.schema, after.schema).map((one) => schemaChange(name, 'result', one));
}

const RANK: Record<Compatibility, number> = { breaking: 0, compatible: 1, info: 2 };

function order(a: DefinitionChange, b: DefinitionChange): number {
  if (a.tool !== b.tool) return a.tool < b.tool ? -1 : 1;
  return RANK[a.compatibility] - RANK[b.compatibility];
}

function isBreaking({ compatibility }: DefinitionChange): boolean {
  return compatibility === 'breaking';
}
