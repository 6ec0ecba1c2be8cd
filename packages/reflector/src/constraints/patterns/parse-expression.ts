import { CLASSES, complement, union, type CodePoints } from './code-points.js';

/** A part of a regular expression, as far as this parser reads it. */
export type Part =
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

/** An expression between its anchors. */
export interface ParsedExpression {
  readonly part: Part;
  /** Whether `^` comes first. */
  readonly anchored: boolean;
}

/**
 * Parses a pattern (flag `u`) of sets, groups, choices and repetitions. Returns undefined for
 * anything else: look-around, references, word boundaries, properties of Unicode, anchors inside.
 */
export function parseExpression(pattern: string): ParsedExpression | undefined {
  try {
    const anchored = pattern.startsWith('^');
    const end = /(?<!\\)(?:\\\\)*\$$/.test(pattern) ? pattern.length - 1 : pattern.length;
    const parser = new Parser(pattern.slice(anchored ? 1 : 0, end));
    const part = parser.choice();
    // `^a|b` and `a|b$` bind their anchors to one branch only.
    if (!parser.atEnd || (part.kind === 'choice' && (anchored || end < pattern.length))) return undefined;
    return { part, anchored };
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

class NotRead extends Error {}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const CODE = /^(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2}))/;
const CONTROL: ReadonlyMap<string, number> = new Map([
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
  ['0', 0],
]);

class Parser {
  private position = 0;

  constructor(private readonly source: string) {}

  get atEnd(): boolean {
    return this.position === this.source.length;
  }

  choice(): Part {
    const parts = [this.sequence()];
    while (this.skip('|')) parts.push(this.sequence());
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (!this.atEnd && !/^[|)]/.test(this.rest)) parts.push(this.repeated());
    return { kind: 'sequence', parts };
  }

  private repeated(): Part {
    const part = this.atom();
    const found = QUANTIFIER.exec(this.rest);
    if (found === null) return part;
    this.position += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) {
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    }
    const from = Number(least);
    return {
      kind: 'repeat',
      part,
      least: from,
      most: comma === undefined ? from : most === '' ? Infinity : Number(most),
    };
  }

  private atom(): Part {
    if (this.skip('(')) {
      // A group that captures, has a name, or does not. `(?=` and `(?<=` are look-around.
      const opening = /^(?:\?:|\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>)/u.exec(this.rest);
      if (opening !== null) this.position += opening[0].length;
      else if (this.rest.startsWith('?')) throw new NotRead();
      const part = this.choice();
      if (!this.skip(')')) throw new NotRead();
      return part;
    }
    if (this.skip('[')) return { kind: 'set', set: this.set() };
    if (this.skip('.')) return { kind: 'set', set: CLASSES.get('.') as CodePoints };
    if (/^[$^*+?{})\]]/.test(this.rest)) throw new NotRead();
    return { kind: 'set', set: this.skip('\\') ? this.escaped() : single(this.character()) };
  }

  private set(): CodePoints {
    const negated = this.skip('^');
    const sets: CodePoints[] = [];
    while (!this.skip(']')) {
      if (this.atEnd) throw new NotRead();
      const from = this.member();
      if (this.rest.startsWith('-') && !this.rest.startsWith('-]')) {
        this.position++;
        sets.push([[only(from), only(this.member())]]);
      } else sets.push(from);
    }
    const whole = union(...sets);
    return negated ? complement(whole) : whole;
  }

  private member(): CodePoints {
    if (!this.skip('\\')) return single(this.character());
    return this.skip('b') ? single(8) : this.escaped();
  }

  /** Reads the text after a backslash. */
  private escaped(): CodePoints {
    const code = CODE.exec(this.rest);
    if (code !== null) {
      this.position += code[0].length;
      return single(parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
    }
    const letter = this.source[this.position] ?? '';
    this.position++;
    const set = CLASSES.get(letter);
    if (set !== undefined && letter !== '.') return set;
    const control = CONTROL.get(letter);
    if (control !== undefined && !(letter === '0' && /^\d/.test(this.rest))) return single(control);
    // Other letters and digits are boundaries, references, properties.
    if (letter === '' || /[a-zA-Z0-9]/.test(letter)) throw new NotRead();
    return single(letter.codePointAt(0) as number);
  }

  private character(): number {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) throw new NotRead();
    this.position += code > 0xffff ? 2 : 1;
    return code;
  }

  private skip(text: string): boolean {
    if (!this.rest.startsWith(text)) return false;
    this.position += text.length;
    return true;
  }

  private get rest(): string {
    return this.source.slice(this.position);
  }
}

function single(code: number): CodePoints {
  return [[code, code]];
}

function only(set: CodePoints): number {
  const [range] = set;
  if (set.length !== 1 || range === undefined || range[0] !== range[1]) throw new NotRead();
  return range[0];
}
