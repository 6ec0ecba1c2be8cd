import type { Issue, JsonSchemaObject } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../default-limits.js';
import { CompletedIssues } from './completed-issues.js';
import { JsonPrefixReader } from './json-prefix-reader.js';

/** What can be said of arguments while they are being written. */
export interface PartialArguments {
  /**
   * The values that are there so far, in objects without a prototype. The last text may be incomplete.
   * For display, never for a call. Later pieces change these objects in place.
   */
  readonly value: Readonly<Record<string, unknown>>;
  readonly isComplete: boolean;
  /** Problems of values that are complete: whatever follows, they will not go away. */
  readonly issues: readonly Issue[];
  /** The text cannot become JSON any more, or is too large. */
  readonly problem?: string;
}

/**
 * Reads arguments that a model is still writing, for a user interface. It repairs and executes nothing.
 * It reads each character once and checks each value when that value is complete.
 */
export class PartialArgumentsReader {
  private text = '';
  private pending = '';
  private schema: JsonSchemaObject | undefined;
  private issues: CompletedIssues | undefined;
  private reader: JsonPrefixReader;

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
   * @param schema - pass the same object each time: another one starts from the beginning of the
   *   text. Without a schema, `issues` is empty.
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
