import { codePointLength } from '../issues/describe-received.js';
import { compiledPattern } from '../check/compiled-pattern.js';

/** What a character class is tried with, the most readable first. */
const PROBES = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- .,:;/@#+*=%&!?()[]{}<>"\'\\|~^$`\n\té漢',
);

/**
 * A short text that matches a pattern; undefined when none was found, which is so for back references and most
 * lookarounds.
 *
 * @param least - fewest code points
 * @param most - most code points
 * @param variant - another number gives another text where the pattern has room for it
 */
export function textMatching(pattern: string, least = 0, most = Infinity, variant = 0): string | undefined {
  const expression = compiledPattern(pattern);
  if (expression === undefined) return undefined;
  for (const extra of [0, 1, 2, 3, 5, 8, 13, least]) {
    for (let choice = 0; choice < 3; choice++) {
      const text = new Sampler(pattern, extra, choice + variant, variant).sample();
      if (text === undefined) continue;
      // Without anchors, the text may go on.
      for (const candidate of [text, text.padEnd(least, 'a'), text.padStart(least, 'a')]) {
        const length = codePointLength(candidate);
        if (length >= least && length <= most && expression.test(candidate)) return candidate;
      }
    }
  }
  return undefined;
}

/** Reads a pattern from left to right and writes one text for it. Every answer is tried afterwards, so it may be wrong. */
class Sampler {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly pattern: string,
    private readonly extra: number,
    private readonly choice: number,
    private readonly variant: number,
  ) {}

  sample(): string | undefined {
    const text = this.alternatives();
    return this.position === this.pattern.length ? text : undefined;
  }

  /** `a|b|c`: one of them, by the choice. */
  private alternatives(): string | undefined {
    if (++this.depth > 50) return undefined;
    const texts = [this.sequence()];
    while (this.peek() === '|') {
      this.position++;
      texts.push(this.sequence());
    }
    this.depth--;
    return texts[this.choice % texts.length] ?? texts[0];
  }

  private sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.position < this.pattern.length && this.peek() !== '|' && this.peek() !== ')') {
      const atom = this.atom();
      const times = this.quantifier();
      if (atom === undefined || times === undefined) text = undefined;
      if (text !== undefined && atom !== undefined && times !== undefined) text += atom.repeat(times);
      if (text !== undefined && text.length > 10_000) return undefined;
    }
    return text;
  }

  private atom(): string | undefined {
    const character = this.peek();
    if (character === '(') return this.group();
    if (character === '[') return this.matching(this.takeClass());
    if (character === '\\') return this.escape();
    this.position++;
    if (character === '^' || character === '$') return '';
    return character === '.' ? this.matching('.') : character;
  }

  private group(): string | undefined {
    this.position++;
    const lookaround = /^\?<?[=!]/.exec(this.rest());
    const prefix = lookaround ?? /^\?:|^\?<[^>]*>/.exec(this.rest());
    this.position += prefix?.[0].length ?? 0;
    const inside = this.alternatives();
    if (this.peek() !== ')') return undefined;
    this.position++;
    return lookaround === null ? inside : '';
  }

  private takeClass(): string {
    const start = this.position;
    let isEscaped = false;
    for (this.position++; this.position < this.pattern.length; this.position++) {
      if (!isEscaped && this.peek() === ']') break;
      isEscaped = !isEscaped && this.peek() === '\\';
    }
    this.position++;
    return this.pattern.slice(start, this.position);
  }

  private escape(): string | undefined {
    const escape = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/u.exec(
      this.rest(),
    )?.[0];
    if (escape === undefined) return undefined;
    this.position += escape.length;
    if (/^\\[bB]$/.test(escape)) return '';
    if (/^\\[dDwWsSpP]/.test(escape)) return this.matching(escape);
    if (/^\\[1-9k]/.test(escape)) return undefined;
    if (/^\\[fnrtvuxc0]/.test(escape)) return this.codePoint(escape);
    return escape.slice(1);
  }

  private codePoint(escape: string): string | undefined {
    const hex = /^\\[ux]\{?([\da-fA-F]+)\}?$/.exec(escape)?.[1];
    if (hex === undefined) return { '\\n': '\n', '\\t': '\t', '\\r': '\r', '\\f': '\f', '\\v': '\v' }[escape];
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }

  /** A character that a class or an escape takes. */
  private matching(source: string): string | undefined {
    const expression = compiledPattern(`^${source}$`);
    const found = expression === undefined ? [] : PROBES.filter((probe) => expression.test(probe));
    return found[this.variant % found.length];
  }

  /** How often the atom before stands: as rarely as allowed, and `extra` times more where there is room. */
  private quantifier(): number | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.rest());
    if (found === null) return 1;
    this.position += found[0].length;
    const [text, least, comma, most] = found;
    if (text.startsWith('?')) return Math.min(1, this.extra);
    if (text.startsWith('*')) return this.extra;
    if (text.startsWith('+')) return 1 + this.extra;
    const start = Number(least);
    if (comma === undefined) return start;
    return most === '' || most === undefined ? start + this.extra : Math.min(Number(most), start + this.extra);
  }

  private peek(): string {
    return this.pattern.charAt(this.position);
  }

  private rest(): string {
    return this.pattern.slice(this.position);
  }
}
