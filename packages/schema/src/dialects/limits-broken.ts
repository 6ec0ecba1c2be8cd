import type { Path } from '../issues/issue.js';
import type { JsonSchemaObject } from '../json-schema.js';
import { rulesOf } from './dialect-rules.js';
import type { LimitedDefinition, LimitFinding, ToolFinding } from './limit-finding.js';
import { withValidNames } from './parameter-names.js';
import { pathWithStars } from './path-with-stars.js';
import { PROVIDER_LIMITS, type Provider, type ProviderLimits } from './provider-limits.js';
import { writeDocument } from './rewrite/document.js';
import { whatOf } from './strict-mode-error.js';
import { visitSchemas } from './visit-schemas.js';

/**
 * Finds the limits of a provider that tools break and that no dialect can avoid, and the parts of a
 * schema that the provider ignores. Reports no changes that a dialect makes: an optional property
 * that may be null, a range in the description, a wrapped union at the root, a renamed parameter.
 *
 * @param definitions - the tools of one request
 */
export function limitsBroken(definitions: readonly LimitedDefinition[], provider: Provider): readonly LimitFinding[] {
  const limits = PROVIDER_LIMITS[provider];
  const ofTools = definitions.flatMap((definition) =>
    toolFindings(definition, provider, limits).map((finding) => ({ provider, tool: definition.name, ...finding })),
  );
  return [...ofTools, ...tooMany(definitions.length, limits).map((finding) => ({ provider, ...finding }))];
}

function toolFindings(
  definition: LimitedDefinition,
  provider: Provider,
  limits: ProviderLimits,
): readonly ToolFinding[] {
  return [
    ...wrongToolName(definition, limits),
    ...longDescription(definition, limits),
    ...wrongParameterNames(definition, limits),
    ...ignoredKeywords(definition, limits),
    ...strictLimitsBroken(definition, limits, provider),
  ];
}

function wrongToolName({ name }: LimitedDefinition, { title, toolName }: ProviderLimits): readonly ToolFinding[] {
  if (toolName.value.test(name)) return [];
  const limit = `${title} takes names that match ${toolName.value.source}`;
  return [{ kind: 'refused', path: [], what: `The tool name '${name}' is not valid`, limit, fix: 'Rename the tool.' }];
}

function longDescription(
  { name, description }: LimitedDefinition,
  { title, longestDescription: longest }: ProviderLimits,
): readonly ToolFinding[] {
  if (longest === undefined || description.length <= longest.value) return [];
  return [
    {
      kind: 'refused',
      path: [],
      what: `The description of tool '${name}' has ${description.length} characters`,
      limit: `${title} takes at most ${longest.value}`,
      fix: 'Shorten it. Move the rest into the instructions of the toolset.',
    },
  ];
}

/**
 * Reports the invalid names that no dialect can change: in a schema that refers to its own root,
 * and in parts of an `allOf`.
 */
function wrongParameterNames({ name, parameters }: LimitedDefinition, limits: ProviderLimits): readonly ToolFinding[] {
  const { title, parameterName } = limits;
  if (parameterName === undefined || typeof parameters === 'boolean') return [];
  return parametersOf(withValidNames(parameters, limits).schema)
    .filter((parameter) => !parameterName.value.test(parameter))
    .map((parameter) => ({
      kind: 'refused',
      path: [parameter],
      what: `The parameter name '${parameter}' of tool '${name}' is not valid`,
      limit: `${title} takes names that match ${parameterName.value.source}`,
      fix: 'Rename the parameter or property.',
    }));
}

/**
 * Returns the names of the parameters. A union at the root is wrapped, so its names are not
 * parameters.
 */
function parametersOf(root: JsonSchemaObject): readonly string[] {
  if (root.anyOf !== undefined || root.oneOf !== undefined) return [];
  const names = new Set<string>();
  visitSchemas(root, ({ schema, path }) => {
    if (path.length > 0) return;
    for (const name of Object.keys(schema.properties ?? {})) names.add(name);
  });
  return [...names];
}

function ignoredKeywords(
  { name, parameters }: LimitedDefinition,
  { title, ignored }: ProviderLimits,
): readonly ToolFinding[] {
  if (ignored === undefined) return [];
  const found: ToolFinding[] = [];
  visitSchemas(parameters, ({ schema, path }) => {
    for (const keyword of ignored.value.filter((one) => Object.hasOwn(schema, one))) {
      found.push({
        kind: 'ignored',
        path,
        what: `'${keyword}' ${placeText(path)} of tool '${name}' does not reach the model`,
        limit: `${title} has no such keyword`,
        fix: 'Say it in the description as well. Calls are checked against it all the same.',
      });
    }
  });
  return found;
}

/**
 * Finds the reasons why a tool cannot have the strict mode that it requires. `toDialect` throws for
 * the same reasons.
 */
function strictLimitsBroken(
  { name, parameters, strict }: LimitedDefinition,
  { title }: ProviderLimits,
  provider: Provider,
): readonly ToolFinding[] {
  const rules = strict === true ? rulesOf(provider, true) : undefined;
  if (rules?.strict === undefined) return [];
  return writeDocument(parameters as JsonSchemaObject, rules).refusals.map(({ path, limit }) => ({
    kind: 'strict',
    path,
    what: whatOf(name, title, path),
    limit,
    fix: 'Change the type, or leave `strict` out: then strict mode is used where it is possible.',
  }));
}

function tooMany(count: number, { title, mostTools }: ProviderLimits): readonly ToolFinding[] {
  if (mostTools === undefined || count <= mostTools.value) return [];
  return [
    {
      kind: 'count',
      path: [],
      what: `There are ${count} tools`,
      limit: `${title} takes at most ${mostTools.value} in one request`,
      fix: 'Offer a run only the toolsets that it needs.',
    },
  ];
}

/** Describes a place: `in the arguments`, `at 'filters[*].since'`. */
function placeText(path: Path): string {
  return path.length === 0 ? 'in the arguments' : `at '${pathWithStars(path)}'`;
}
