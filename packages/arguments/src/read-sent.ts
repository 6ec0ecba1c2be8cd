import type { Repair } from '@haft/core';
import { declaresSensitive, describeReceived, hidesValue } from '@haft/schema/internal';
import { withoutQuotation } from './feedback/without-quotation.js';
import type { ArgumentCheck, AcceptOptions, RefusedArguments } from './accepted-arguments.js';
import { hiddenPaths } from './hidden-paths.js';
import { mendSyntax } from './text/mend-syntax.js';
import { tryParseJson } from './text/try-parse-json.js';
import { withoutEscapes } from './text/without-escapes.js';
import { stripProse } from './text/strip-prose.js';
import { measureText, type TextMeasure } from './text/text-limits.js';

/** The value of arguments before the validation. It may have any type. */
export interface ReadValue {
  readonly value: unknown;
  readonly repairs: readonly Repair[];
  /** JSON text of the value if it was a text without a repair of its syntax. */
  readonly text?: string | undefined;
  /** Number of property names in the text. If the value has fewer, a name repeats. */
  readonly names?: number | undefined;
}

/** Reads arguments (stages 0 to 5): limits, empty arguments, strict JSON, repairs of the syntax. */
export function readSent(sent: unknown, check: ArgumentCheck, limits: AcceptOptions): ReadValue | RefusedArguments {
  if (typeof sent === 'string') return new TextReader(check, limits).read(sent);
  // `undefined` is not a repair: the model sent nothing.
  if (sent === null) return { value: {}, repairs: [{ path: [], kind: 'empty', from: 'null', to: 'an object' }] };
  return { value: sent ?? {}, repairs: [] };
}

class TextReader {
  private readonly repairs: Repair[] = [];

  constructor(
    private readonly check: ArgumentCheck,
    private readonly limits: AcceptOptions,
  ) {}

  read(sent: string): ReadValue | RefusedArguments {
    // `trim` removes a byte-order mark, but JSON does not allow it.
    const text = sent.charCodeAt(0) === 0xfeff ? sent.slice(1) : sent;
    const { problem, names } = this.measure(text);
    if (problem !== undefined) return this.refuse(problem);
    if (text.trim() === '') return this.empty(sent);
    const value = tryParseJson(text);
    if (value === undefined) return this.loose(text);
    if (value === null) return this.empty(sent);
    return typeof value === 'string' ? this.unwrap(value) : { value, repairs: this.repairs, text, names };
  }

  private measure(text: string): TextMeasure {
    const { maxCharacters } = this.limits;
    if (text.length <= maxCharacters) return measureText(text, this.limits);
    const problem = `The arguments are too long: ${text.length} characters, at most ${maxCharacters} are accepted.`;
    return { problem, names: 0 };
  }

  private empty(sent: string): ReadValue {
    this.note('empty', sent, {});
    return { value: {}, repairs: this.repairs };
  }

  /** Reads one level of strict JSON in a JSON string. It does not read a string in a string. */
  private unwrap(inside: string): ReadValue | RefusedArguments {
    const { problem, names } = this.measure(inside);
    if (problem !== undefined) return this.refuse(problem);
    const value = tryParseJson(inside);
    if (typeof value !== 'object' || value === null) return { value: inside, repairs: this.repairs };
    this.note('unwrap', inside, value);
    return { value, repairs: this.repairs, text: inside, names };
  }

  private loose(text: string): ReadValue | RefusedArguments {
    const { repair } = this.limits;
    const stripped = repair === 'never' ? undefined : stripProse(text);
    if (typeof stripped === 'number') {
      return this.refuse(`The arguments are not valid JSON: expected one JSON object, received ${stripped}.`);
    }
    const inside = stripped?.text ?? text;
    if (stripped !== undefined) this.note('strip', text, inside);
    const strict = stripped === undefined ? undefined : tryParseJson(inside);
    if (strict !== undefined) return { value: strict, repairs: this.repairs, text: inside };
    const mayMend = repair === 'all' || (repair === 'readOnlyTools' && this.check.readOnly === true);
    const plain = mayMend ? withoutEscapes(inside) : undefined;
    if (plain !== undefined) {
      this.note('syntax', inside, plain.text);
      return { ...plain, repairs: this.repairs };
    }
    const mended = mendSyntax(inside, text, stripped?.offset ?? 0, mayMend);
    if ('problem' in mended) return this.refuse(this.mayHide(text) ? withoutQuotation(mended.problem) : mended.problem);
    this.note('syntax', inside, JSON.stringify(mended.value));
    return { value: mended.value, repairs: this.repairs };
  }

  /** Returns whether the text of the arguments may contain a sensitive value. */
  private mayHide(text: string): boolean {
    const hidden = hiddenPaths(this.check, this.limits.secretNames);
    return declaresSensitive(hidden) || hidesValue(hidden, [], text);
  }

  private note(kind: Repair['kind'], from: string, to: unknown): void {
    const isHidden = kind !== 'empty' && this.mayHide(from);
    const print = (value: unknown): string => (isHidden ? '(hidden)' : describeReceived(value));
    this.repairs.push({ path: [], kind, from: print(from), to: print(to) });
  }

  private refuse(problem: string): RefusedArguments {
    return { refusal: { issues: [], problem }, repairs: [] };
  }
}
