import { HaftError, type Class, type Interceptor, type ToolDefinition, type ToolOutcome } from '@haft/core';
import { isThenable } from '../../async/is-thenable.js';

/** Gives a text without what its reader may not see; it is asked for every text of an outcome, also inside of values. */
export type RedactText = (text: string, definition: ToolDefinition) => string;

/** Options of {@link redact}. */
export interface RedactOptions {
  /** For models, and so for everybody who gets the outcome: its text, parts, issues, and the texts inside of its value. */
  readonly model?: RedactText;
  /** For traces and listeners, after `model`: the outcome and the arguments. What a tool itself reports or emits stays as it is. */
  readonly events?: RedactText;
}

/**
 * Takes out of results what a model, or who reads traces and events, may not see. It is the last thing that happens to an outcome,
 * whatever other interceptors and the cache do. Facts for the host alone belong into the `metadata` of a `ToolResult`, which it leaves
 * alone. In place of a text for which one of the functions throws, everybody reads `(hidden)`.
 *
 * @example createRuntime({ interceptors: [redact({ model: (text) => text.replaceAll(CARD_NUMBER, '(card)') })] })
 */
export function redact(options: RedactOptions): Interceptor {
  return new Redaction(options);
}

/** The mark of a redaction. Every installed copy of this package knows it. */
const REDACTION: unique symbol = Symbol.for('haft.redaction');

/** Found by the runtime among interceptors, and applied where an outcome is recorded: no step can go past it. */
export class Redaction implements Interceptor {
  readonly [REDACTION] = true;

  constructor(
    private readonly options: RedactOptions,
    /** Which tools it is for. */
    readonly matches: (definition: ToolDefinition) => boolean = () => true,
  ) {}

  /** @throws HaftError `HAFT_INVALID_OPTION`: another interceptor called it, and the outcome would go past it */
  intercept(): Promise<ToolOutcome> {
    return Promise.reject(
      new HaftError('HAFT_INVALID_OPTION', 'An interceptor calls the one that redact() gave.', {
        hint: 'Give it to createRuntime({ interceptors }), to @Use or to forTools.',
      }),
    );
  }

  /** The same for some of its tools only. */
  only(matches: (definition: ToolDefinition) => boolean): Redaction {
    return new Redaction(this.options, (definition) => matches(definition) && this.matches(definition));
  }

  text(reader: keyof RedactOptions, text: string, definition: ToolDefinition): string {
    const rewrite = this.options[reader];
    if (rewrite === undefined) return text;
    const written: unknown = rewrite(text, definition);
    if (typeof written === 'string') return written;
    if (isThenable(written)) written.then(undefined, () => undefined);
    throw new TypeError('It gave no text.');
  }

  isFor(reader: keyof RedactOptions): boolean {
    return this.options[reader] !== undefined;
  }
}

/** Returns whether {@link redact} made the interceptor, also that of another installed copy of this package. */
export function isRedaction(interceptor: Interceptor | Class<Interceptor>): interceptor is Redaction {
  return (interceptor as Partial<Redaction>)[REDACTION] === true;
}
