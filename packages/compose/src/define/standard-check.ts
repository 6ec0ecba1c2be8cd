import { ModelRetry } from '@haft/core';
import type { Issue, JsonSchemaObject, Path } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { ArgumentCheck } from '@haft/arguments';
import type { CheckTools } from '@haft/arguments/internal';
import { isThenable } from '@haft/core/internal';
import { schemaCheck } from './schema-check.js';
import type { SensitivePlace } from './sensitive-option.js';
import type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';

/**
 * The check of a Standard Schema. Its JSON Schema decides about coercion and explains most
 * problems, and the library decides in the end. If the library validates asynchronously, `validate`
 * awaits it, after the synchronous steps and before any approval.
 */
export class StandardCheck implements ArgumentCheck {
  readonly open = true;
  readonly appliesDefaults = true;
  readonly sensitive: readonly Path[];
  readonly schema: ArgumentCheck['schema'];
  readonly example: ArgumentCheck['example'];
  readonly complete: NonNullable<ArgumentCheck['complete']>;
  /** Reads the arguments by the JSON Schema. */
  private readonly readBySchema: ArgumentCheck['read'];
  /** The functions that explain issues. Undefined until {@link complete} gets them. */
  private tools: CheckTools | undefined;
  /** Results of the library, or promises of them, by the arguments object. */
  private readonly results = new WeakMap<object, StandardResult<unknown> | Promise<StandardResult<unknown>>>();

  /** @param json - the schema that the model sees */
  constructor(
    tool: string,
    private readonly standard: StandardSchema,
    json: JsonSchemaObject,
    places?: readonly SensitivePlace[],
  ) {
    const { read, schema, example, complete, sensitive } = schemaCheck(tool, json, places, true);
    this.readBySchema = read;
    this.sensitive = sensitive;
    this.schema = schema;
    this.example = example;
    this.complete = (tools) => {
      this.tools = tools;
      complete?.(tools);
    };
  }

  /**
   * Returns the arguments as they are. Only `execute` gets the output of the library, so approvals
   * never show it.
   */
  readonly read = (args: unknown): object | undefined => {
    if (!isObject(args)) return undefined;
    const result = this.standard['~standard'].validate(args);
    if (isThenable(result)) {
      result.catch(() => undefined); // awaited below, if the call gets there
      if (this.readBySchema(args) === undefined) return undefined;
    } else if (result.issues !== undefined) return undefined;
    this.results.set(args, result);
    return args;
  };

  readonly issuesOf = (args: unknown): readonly Issue[] => {
    const result = this.standard['~standard'].validate(args);
    return isThenable(result) ? [] : this.issuesIn(result, args);
  };

  readonly issuesLater = (args: unknown): Promise<readonly Issue[]> | undefined => {
    const result = this.standard['~standard'].validate(args);
    return isThenable(result) ? result.then((found) => this.issuesIn(found, args)) : undefined;
  };

  /** Returns whether the library has only promised a result for these arguments. */
  readonly isPending = (args: object): boolean => isThenable(this.resultOf(args));

  /** Awaits the result of the library, for `settings.validate`. */
  readonly validate = async (args: object): Promise<void> => {
    const { issues = [] } = await this.resultOf(args);
    if (issues.length > 0) throw new RefusedByLibrary(issues);
  };

  /** Returns the argument of `execute`. */
  valueOf(args: object): unknown {
    const result = this.resultOf(args);
    return isThenable(result) ? result.then(valueOf) : valueOf(result);
  }

  /** Only a check that is complete is asked for issues. */
  private issuesIn({ issues = [] }: StandardResult<unknown>, args: unknown): readonly Issue[] {
    const { tools } = this;
    if (tools === undefined) throw new Error('The issues of a check were read before it was complete.');
    return issues.map((issue) => tools.issueOfLibrary(issue, args));
  }

  /** Validates again if an interceptor created other arguments. */
  private resultOf(args: object): StandardResult<unknown> | Promise<StandardResult<unknown>> {
    return this.results.get(args) ?? this.standard['~standard'].validate(args);
  }
}

/** An error of an asynchronous validation. The arguments are invalid, as if by the schema. */
export class RefusedByLibrary extends Error {
  constructor(readonly issues: readonly StandardIssue[]) {
    super('The arguments do not fit the schema.');
  }
}

function valueOf(result: StandardResult<unknown>): unknown {
  if (result.issues === undefined) return result.value;
  throw new ModelRetry(result.issues.map((issue) => issue.message).join('\n'));
}
