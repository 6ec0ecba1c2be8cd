import {
  HaftError,
  refuseUnknownOptions,
  type Class,
  type Interceptor,
  type OptionNames,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { isThenable } from '@haft/core/internal';

/**
 * Returns a text without the parts that its reader must not see. Haft calls it for every text of an
 * outcome, including texts inside values.
 */
export type RedactText = (text: string, definition: ToolDefinition) => string;

/** Options of {@link redact}. */
export interface RedactOptions {
  /**
   * Rewrites texts for models and hosts: text, parts, issues, repairs and the texts inside the
   * value. Default: no change.
   */
  readonly model?: RedactText;
  /**
   * Rewrites texts for traces and listeners, after `model`: outcome and arguments. Reports and
   * events of the tool stay as they are. Default: no change.
   */
  readonly events?: RedactText;
}

/**
 * Returns an interceptor that removes secrets from outcomes. It is applied last, after all
 * interceptors and the cache. It does not change the `metadata` of a `ToolResult`, which is for the
 * host only. If a function throws, the text becomes `(hidden)`.
 *
 * @param options - functions that rewrite texts
 * @throws {HaftError} `HAFT_INVALID_OPTION` if there is no function, or an unknown option
 * @example createRuntime({ interceptors:
 *   [redact({ model: (text) => text.replaceAll(CARD_NUMBER, '(card)') })] })
 */
export function redact(options: RedactOptions): Interceptor {
  if (!isObject(options)) throw nothingToRedact();
  refuseUnknownOptions('redact', options, OPTIONS);
  const { model, events } = options;
  const isUseful = [model, events].every((one) => one === undefined || typeof one === 'function');
  if (!isUseful || (model ?? events) === undefined) throw nothingToRedact();
  return new Redaction(options);
}

const OPTIONS: OptionNames<RedactOptions> = { model: true, events: true };

function nothingToRedact(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'redact was given no function, so it would hide nothing.', {
    hint: 'Write redact({ model: (text) => ... }) or redact({ events: (text) => ... }).',
  });
}

/** The mark of a redaction. All installed copies of this package share it. */
const REDACTION: unique symbol = Symbol.for('haft.redaction');

/** An interceptor that the runtime applies when it records an outcome. No step avoids it. */
export class Redaction implements Interceptor {
  readonly [REDACTION] = true;

  constructor(
    private readonly options: RedactOptions,
    /** Selects the tools whose outcomes it rewrites. */
    readonly matches: (definition: ToolDefinition) => boolean = () => true,
  ) {}

  /**
   * @throws {HaftError} `HAFT_INVALID_OPTION` since another interceptor called it, which has no
   *   effect
   */
  intercept(): Promise<ToolOutcome> {
    return Promise.reject(
      new HaftError('HAFT_INVALID_OPTION', 'An interceptor calls the one that redact() gave.', {
        hint: 'Give it to createRuntime({ interceptors }), to @Use or to forTools.',
      }),
    );
  }

  /** Returns the same redaction for fewer tools. */
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

/** Returns whether {@link redact} of any installed copy of this package created the interceptor. */
export function isRedaction(interceptor: Interceptor | Class<Interceptor>): interceptor is Redaction {
  return (interceptor as Partial<Redaction>)[REDACTION] === true;
}
