import type { Issue, Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../json-schema.js';
import { isJsonObject } from '../values/is-object.js';
import type { Restored, Rewrite } from './dialect-form.js';
import type { ProviderLimits } from './provider-limits.js';
import { localResolver } from '../references/resolve.js';

/** Parameters under names that a provider accepts, with the conversion of arguments. */
export interface NamedParameters {
  readonly schema: JsonSchemaObject;
  readonly rewrites: readonly Rewrite[];
  /**
   * The conversion between the names of the tool and the sent names. Undefined if all names are
   * valid.
   */
  readonly names: ParameterNames | undefined;
}

/**
 * Gives the parameters of a tool valid names, for a provider with a rule for them: `$top` becomes
 * `_top`. Names inside arguments stay. A schema that refers to its own root keeps its names,
 * because they also apply inside arguments.
 */
export function withValidNames(
  given: JsonSchemaObject,
  { title, parameterName }: Pick<ProviderLimits, 'title' | 'parameterName'>,
): NamedParameters {
  const parameters = withRoot(given);
  const { properties } = parameters;
  const names = Object.keys(properties ?? {});
  const invalid = parameterName === undefined ? [] : names.filter((name) => !parameterName.value.test(name));
  if (properties === undefined || invalid.length === 0 || refersToRoot(parameters)) {
    return { schema: given, rewrites: [], names: undefined };
  }
  const sent = new Map<string, string>();
  const taken = new Set(names);
  for (const name of invalid) {
    const valid = freeName(name, taken);
    taken.add(valid);
    sent.set(name, valid);
  }
  const rewrites = [...sent].map(([from, to]) => ({
    path: [from],
    keyword: 'properties',
    from,
    to,
    reason: `${title} takes names of parameters that match ${parameterName?.value.source ?? ''}`,
  }));
  return { schema: renamed(parameters, properties, sent), rewrites, names: new ParameterNames(sent) };
}

/** Replaces a reference at the root by its target. */
function withRoot(root: JsonSchemaObject): JsonSchemaObject {
  const { $ref: reference, ...beside } = root;
  if (reference === undefined || reference === '#' || root.properties !== undefined) return root;
  const target = localResolver(root)(reference);
  return typeof target === 'object' && target.$ref === undefined && target.$defs === undefined
    ? { ...target, ...beside }
    : root;
}

function refersToRoot(parameters: JsonSchemaObject): boolean {
  return /"\$ref":"#(?:"|\/properties\/)/.test(JSON.stringify(parameters));
}

/** The longest name that all providers accept, in characters. */
const LONGEST = 64;

function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(?=[0-9]|$)/, '_');
  let free = plain.slice(0, LONGEST);
  for (let i = 2; taken.has(free); i++) free = `${plain.slice(0, LONGEST - String(i).length - 1)}_${i}`;
  return free;
}

function renamed(
  parameters: JsonSchemaObject,
  properties: Readonly<Record<string, JsonSchema>>,
  sent: ReadonlyMap<string, string>,
): JsonSchemaObject {
  const nameOf = (name: string): string => sent.get(name) ?? name;
  const { required, dependentRequired } = parameters;
  const entries = Object.entries(properties).map(([name, one]) => [nameOf(name), one] as const);
  const dependent = Object.entries(dependentRequired ?? {}).map(
    ([name, others]) => [nameOf(name), others.map(nameOf)] as const,
  );
  return {
    ...parameters,
    properties: Object.fromEntries(entries),
    ...(required === undefined ? {} : { required: required.map(nameOf) }),
    ...(dependentRequired === undefined ? {} : { dependentRequired: Object.fromEntries(dependent) }),
  };
}

/** The names of parameters in a tool, and the sent names. */
export class ParameterNames {
  private readonly own: ReadonlyMap<string, string>;

  constructor(private readonly sent: ReadonlyMap<string, string>) {
    this.own = new Map([...sent].map(([name, other]) => [other, name]));
  }

  /** Renames arguments to the sent names. */
  write(value: JsonValue): JsonValue {
    return withNames(value, this.sent);
  }

  /** Renames arguments to the names of the tool. */
  restored({ value, changes, issues, asSent }: Restored): Restored {
    const back = withNames(value, this.own);
    const renames = isJsonObject(value) ? Object.keys(value).filter((name) => this.own.has(name)) : [];
    const own = (path: Path): Path => firstNamed(path, this.own);
    return {
      value: back,
      changes: [
        ...renames.map((name) => ({ path: own([name]), from: name, to: this.own.get(name) ?? name })),
        ...changes.map((change) => ({ ...change, path: own(change.path) })),
      ],
      issues,
      asSent: (issue: Issue) => asSent({ ...issue, path: firstNamed(issue.path, this.sent) }),
    };
  }

  /** Renames the paths of hidden values to the sent names. */
  sensitive(paths: readonly Path[]): readonly Path[] {
    return paths.map((path) => firstNamed(path, this.sent));
  }
}

function withNames(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (!isJsonObject(value) || !Object.keys(value).some((name) => names.has(name))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [names.get(name) ?? name, one]));
}

function firstNamed([first, ...rest]: Path, names: ReadonlyMap<string, string>): Path {
  if (first === undefined) return [];
  return [typeof first === 'string' ? (names.get(first) ?? first) : first, ...rest];
}
