import { ModelRetry } from '@haft/core';
import type { Issue, JsonSchemaObject, Path } from '@haft/schema';
import { describeReceived } from '@haft/schema/internal';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';
import { isThenable } from '../../async/is-thenable.js';
import { RefusedByLibrary } from './refused-by-library.js';
import { schemaCheck } from './schema-check.js';
import type { SensitivePlace } from './sensitive-option.js';
import type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';

/**
 * How arguments are accepted by a Standard Schema. Its JSON Schema decides what is coerced and explains what it can explain; the
 * library has the last word. A library that answers with a promise is asked by `validate`, after the synchronous steps and before
 * any approval.
 */
export class StandardCheck implements ArgumentCheck {
  readonly open = true;
  readonly appliesDefaults = true;
  readonly sensitive: readonly Path[];
  readonly schema: ArgumentCheck['schema'];
  readonly example: ArgumentCheck['example'];
  readonly complete: ArgumentCheck['complete'];
  /** What the library made of arguments, or will have made: by the arguments object. */
  private readonly results = new WeakMap<object, StandardResult<unknown> | Promise<StandardResult<unknown>>>();

  /** @param json - what the model is shown */
  constructor(
    tool: string,
    private readonly standard: StandardSchema,
    json: JsonSchemaObject,
    places?: readonly SensitivePlace[],
  ) {
    const { schema, example, complete, sensitive } = schemaCheck(tool, json, places, true);
    this.sensitive = sensitive;
    this.schema = schema;
    this.example = example;
    this.complete = complete;
  }

  /** The arguments as they are: what the library makes of them is `execute`'s, and never seen by approvals. */
  readonly read = (args: unknown): object | undefined => {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
    const result = this.standard['~standard'].validate(args);
    if (isThenable(result))
      result.catch(() => undefined); // awaited below, if the call gets there
    else if (result.issues !== undefined) return undefined;
    this.results.set(args, result);
    return args;
  };

  readonly issuesOf = (args: unknown): readonly Issue[] => {
    const result = this.standard['~standard'].validate(args);
    return isThenable(result) ? [] : issuesOf(result, args);
  };

  /** Returns whether the library has only promised an answer about these arguments. */
  readonly isPending = (args: object): boolean => isThenable(this.resultOf(args));

  /** For `settings.validate`. */
  readonly validate = async (args: object): Promise<void> => {
    const issues = issuesOf(await this.resultOf(args), args);
    if (issues.length > 0) throw new RefusedByLibrary(issues);
  };

  /** What `execute` gets. */
  valueOf(args: object): unknown {
    const result = this.resultOf(args);
    return isThenable(result) ? result.then(valueOf) : valueOf(result);
  }

  /** An interceptor may have made other arguments: those are validated again. */
  private resultOf(args: object): StandardResult<unknown> | Promise<StandardResult<unknown>> {
    return this.results.get(args) ?? this.standard['~standard'].validate(args);
  }
}

function valueOf(result: StandardResult<unknown>): unknown {
  if (result.issues === undefined) return result.value;
  throw new ModelRetry(result.issues.map((issue) => issue.message).join('\n'));
}

function issuesOf(result: StandardResult<unknown>, args: unknown): readonly Issue[] {
  return (result.issues ?? []).map((issue) => issueOf(issue, args));
}

function issueOf({ message, path = [] }: StandardIssue, args: unknown): Issue {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
  const plain = keys.map((key) => (typeof key === 'symbol' ? String(key) : key));
  let received: unknown = args;
  for (const key of keys) received = (received as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key];
  return { path: plain, rule: 'schema', expected: message, received: describeReceived(received), message };
}
