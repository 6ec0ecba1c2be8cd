import { collectIssues, type Issue } from '@haft/schema';
import { describeReceived, keysOfPointer } from '@haft/schema/internal';
import { expectedByAjv, type AjvError } from './expected-by-ajv.js';

/**
 * Returns the issues of errors of ajv, with the texts of our own checker where it knows the
 * keyword.
 *
 * @param root - the value that ajv checked
 */
export function issuesByAjv(errors: readonly AjvError[], root: unknown): readonly Issue[] {
  return distinct(whole(errors).flatMap((error) => issuesOf(error, root)));
}

/** Returns the errors without those of branches, which the error of the whole tells together. */
function whole(errors: readonly AjvError[]): readonly AjvError[] {
  const wholes = errors.filter(({ keyword }) => BRANCHED.has(keyword)).map(({ schemaPath }) => `${schemaPath}/`);
  const told = errors.filter(({ schemaPath }) => !wholes.some((start) => schemaPath.startsWith(start)));
  // The errors of `then` and `else` say more.
  const others = told.filter(({ keyword }) => keyword !== 'if');
  return others.length === 0 ? told : others;
}

function issuesOf(error: AjvError, root: unknown): readonly Issue[] {
  const path: (string | number)[] = [];
  let value = root;
  const enter = (key: string): void => {
    path.push(Array.isArray(value) ? Number(key) : key);
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  };
  for (const key of keysOfPointer(error.instancePath)) enter(key);
  const { keyword, params = {}, parentSchema = {} } = error;
  if (isOwn(keyword, parentSchema)) {
    const said = Object.entries(parentSchema).filter(([one]) => one === keyword || COUNTS.get(one) === keyword);
    const own = collectIssues(Object.fromEntries(said), value);
    if (own.length > 0) return own.map((one) => ({ ...one, path: [...path, ...one.path] }));
  }
  const name = params['unevaluatedProperty'] ?? params['additionalProperty'];
  if (typeof name === 'string') enter(name);
  return [{ path, rule: keyword, expected: expectedByAjv(error), received: describeReceived(value) }];
}

/** Returns whether our own checker, which has better texts, checks a keyword without the others. */
function isOwn(keyword: string, schema: Readonly<Record<string, unknown>>): boolean {
  if (PLAIN.has(keyword)) return true;
  return BRANCHED.has(keyword) && !JSON.stringify(schema[keyword]).includes('"$ref":');
}

/** Keywords without schemas. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
]);

/** Keywords with schemas that a value may break. */
const BRANCHED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames']);

/** Keywords that belong to another one. */
const COUNTS: ReadonlyMap<string, string> = new Map([
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
]);

/** Returns the issues without repetitions: ajv reports each name of a list. */
function distinct(issues: readonly Issue[]): readonly Issue[] {
  const keyOf = ({ path, expected }: Issue): string => JSON.stringify([path, expected]);
  return [...new Map(issues.map((one) => [keyOf(one), one])).values()];
}
