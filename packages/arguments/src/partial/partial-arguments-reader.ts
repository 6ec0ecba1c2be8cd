import type { Issue, JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../default-limits.js';
import { CompletedIssues } from './completed-issues.js';
import { JsonPrefixReader } from './json-prefix-reader.js';

/** The state of arguments during their generation. */
export interface PartialArguments {
  /**
   * Values so far, in objects without a prototype, for display and not for a call. The last string
   * may be incomplete. Later pieces change these objects in place.
   */
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether the text is a complete JSON object. */
  readonly isComplete: boolean;
  /** Issues of complete values. Later text cannot remove them. */
  readonly issues: readonly Issue[];
  /** Sentence about a text that cannot become JSON, or is too large. */
  readonly problem?: string;
}

/**
 * A reader of incomplete arguments for a user interface. It does not repair or execute anything. It
 * reads each character once, and checks each value at its end.
 */
export class PartialArgumentsReader {
  private text = '';
  private pending = '';
  private schema: JsonSchemaObject | undefined;
  private issues: CompletedIssues | undefined;
  private reader: JsonPrefixReader;

  /** @param limits - default: the default limits of a runtime */
  constructor(private readonly limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS) {
    this.reader = new JsonPrefixReader(limits);
  }

  /** Adds the next piece of the text. */
  add(piece: string): void {
    this.pending += piece;
  }

  /**
   * Returns the arguments so far.
   *
   * @param schema - schema for the issues. Pass the same object each time, because another one
   *   restarts at the start of the text. Without a schema, `issues` is empty
   */
  read(schema?: JsonSchemaObject): PartialArguments {
    if (schema !== undefined && schema !== this.schema) this.startWith(schema);
    this.text += this.pending;
    this.reader.add(this.pending);
    this.pending = '';
    const { value, isComplete, problem } = this.reader;
    const known = isObject(value) ? value : undefined;
    const result = {
      value: known ?? (Object.create(null) as Readonly<Record<string, unknown>>),
      isComplete: isComplete && known !== undefined,
      issues: schema === undefined || known === undefined ? [] : (this.issues?.of(known, isComplete) ?? []),
    };
    return problem === undefined ? result : { ...result, problem };
  }

  private startWith(schema: JsonSchemaObject): void {
    this.schema = schema;
    this.issues = new CompletedIssues(schema);
    this.reader = new JsonPrefixReader(this.limits, this.issues);
    this.pending = this.text + this.pending;
    this.text = '';
  }
}
