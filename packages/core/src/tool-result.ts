import type { ContentPart } from './content-part.js';
import { refuseUnknownOptions, type OptionNames } from './refuse-unknown-options.js';
import { recogniseCopies } from './recognise-copies.js';

/** The options of a {@link ToolResult}. */
export interface ToolResultOptions<T> {
  /** The structured value. Its type is the result type of the tool. */
  readonly value: T;
  /** The content that the model reads instead of the value. A string is one text part. */
  readonly content?: string | readonly ContentPart[];
  /** Facts for the host. No model sees them. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Names of deferred tools that the model can call from now on. */
  readonly reveals?: readonly string[];
}

/**
 * A result with more than a value: media, metadata, revealed tools. Its schema is the schema of
 * `T`.
 */
export class ToolResult<T = unknown> {
  /** The structured value. */
  readonly value: T;
  /**
   * The content that the model reads instead of the value. Undefined: the model reads the value.
   */
  readonly content: string | readonly ContentPart[] | undefined;
  /** Facts for the host. No model sees them. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** Names of deferred tools that the model can call from now on. Default: none. */
  readonly reveals: readonly string[];

  /** @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist */
  constructor(options: ToolResultOptions<T>) {
    refuseUnknownOptions('ToolResult', options, OPTIONS);
    const { value, content, metadata, reveals = [] } = options;
    this.value = value;
    this.content = content;
    this.metadata = metadata;
    this.reveals = reveals;
  }
}

const OPTIONS: OptionNames<ToolResultOptions<unknown>> = { value: true, content: true, metadata: true, reveals: true };

recogniseCopies(ToolResult, 'ToolResult');
