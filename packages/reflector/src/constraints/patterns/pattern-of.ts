/** A regular expression as the keyword `pattern`, or the reason against it. */
export type PatternResult = { readonly pattern: string } | { readonly reason: string };

/**
 * Returns the `pattern` that decides exactly as an expression does. Expressions of JSON Schema have
 * only the flag `u`. An expression without `u` is rewritten if `u` would reject its escapes, and
 * rejected if the two could disagree: without `u`, `.`, `[^...]`, `\W`, `\D` and `\S` take one half
 * of an emoji, and with `u` all of it.
 */
export function patternOf(expression: RegExp): PatternResult {
  // `g` and `d` do not change whether a text matches.
  const flags = expression.flags.replace(/[gd]/g, '');
  const other = flags.replace('u', '');
  if (other !== '') {
    return { reason: `the flag${other.length > 1 ? 's' : ''} \`${other}\` cannot be said in JSON Schema` };
  }
  if (flags === 'u') return { pattern: expression.source };
  const rewritten = new Rewriter(expression.source).rewrite();
  return 'pattern' in rewritten ? checked(rewritten.pattern) : rewritten;
}

function checked(pattern: string): PatternResult {
  try {
    new RegExp(pattern, 'u');
    return { pattern };
  } catch {
    return { reason: 'the expression has no form with the flag `u`' };
  }
}

/** Escapes that mean the same with and without `u`. */
const SAME_ESCAPE = /^(?:[dwsbBtnvrf^$\\.*+?()[\]{}|/1-9]|0(?!\d)|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[a-zA-Z]|k<)/;
/** Escapes that take one half of a pair of surrogates. */
const WIDE_ESCAPE = /^[DWS]/;
const SURROGATE = /[\ud800-\udfff]/;
const SURROGATE_ESCAPE = /^u[dD][89a-fA-F]/;
const UNBOUNDED = /^[*+]\??/;

/** Rewrites the source of an expression without `u` in one pass from left to right. */
class Rewriter {
  private position = 0;
  private output = '';
  /** The number of atoms that take halves of surrogate pairs. See {@link wide}. */
  private wideAtoms = 0;
  private depth = 0;
  private failure: string | undefined;

  constructor(private readonly source: string) {}

  rewrite(): PatternResult {
    while (this.position < this.source.length && this.failure === undefined) this.next();
    return this.failure === undefined ? { pattern: this.output } : { reason: this.failure };
  }

  private next(): void {
    const character = this.source[this.position] as string;
    if (character === '\\') this.escape();
    else if (character === '[') this.set();
    else if (character === '.') this.wide('.');
    else if (SURROGATE.test(character)) this.fail('an expression with characters beyond U+FFFF needs the flag `u`');
    else if (character === '{' && !/^\{\d+(?:,\d*)?\}/.test(this.rest)) this.write('\\{', 1);
    else if (character === '{') this.write((/^\{[^}]*\}/.exec(this.rest) as RegExpExecArray)[0]);
    else if (character === '}' || character === ']') this.write(`\\${character}`, 1);
    else {
      if (character === '(') this.depth++;
      if (character === ')') this.depth--;
      this.write(character);
    }
  }

  private escape(): void {
    const after = this.source.slice(this.position + 1);
    if (SURROGATE_ESCAPE.test(after)) {
      this.fail('an expression with halves of pairs needs the flag `u`');
      return;
    }
    if (WIDE_ESCAPE.test(after)) {
      this.wide(`\\${after[0] as string}`);
      return;
    }
    const same = SAME_ESCAPE.exec(after);
    if (same !== null) {
      this.write(`\\${same[0]}`);
      return;
    }
    const character = after[0] as string;
    // Without `u`, a backslash before another character means the character, unless it is a letter
    // with a meaning.
    if (/[a-zA-Z0-9]/.test(character)) {
      this.fail(`\`\\${character}\` means something else with the flag \`u\``);
      return;
    }
    this.write(character, 2);
  }

  private set(): void {
    let text = '[';
    let at = this.position + 1;
    const negated = this.source[at] === '^';
    let wide = negated;
    if (negated) text += this.source[at++] as string;
    while (at < this.source.length && this.source[at] !== ']') {
      const character = this.source[at] as string;
      if (SURROGATE.test(character)) {
        this.fail('a set with characters beyond U+FFFF needs the flag `u`');
        return;
      }
      if (character !== '\\') {
        text += character;
        at++;
        continue;
      }
      const after = this.source.slice(at + 1);
      if (SURROGATE_ESCAPE.test(after)) {
        this.fail('a set with halves of pairs needs the flag `u`');
        return;
      }
      if (WIDE_ESCAPE.test(after)) wide = true;
      const kept = /^[DWS-]/.exec(after) ?? SAME_ESCAPE.exec(after);
      const literal = after[0] as string;
      if (kept === null && /[a-zA-Z0-9]/.test(literal)) {
        this.fail(`\`\\${literal}\` means something else with \`u\``);
        return;
      }
      text += kept === null ? literal : `\\${kept[0]}`;
      at += 1 + (kept === null ? 1 : kept[0].length);
    }
    text += ']';
    const length = at + 1 - this.position;
    // `u` rejects ranges from a class (`[\w-.]`). The check at the end finds them.
    if (wide) this.wide(text, length);
    else this.write(text, length);
  }

  /**
   * Handles an atom that takes half of a surrogate pair without `u`. If it is alone, repeated
   * without bound and outside groups, it decides the same with and without `u`: if it takes one
   * half, it can take the other half too.
   */
  private wide(text: string, length = text.length): void {
    this.write(text, length);
    const repeated = UNBOUNDED.exec(this.rest);
    this.wideAtoms++;
    if (repeated === null || this.depth > 0 || this.wideAtoms > 1 || this.source.includes('|')) {
      this.fail(`\`${text}\` takes halves of emoji without the flag \`u\``);
    }
  }

  private get rest(): string {
    return this.source.slice(this.position);
  }

  private write(text: string, length = text.length): void {
    this.output += text;
    this.position += length;
  }

  private fail(reason: string): void {
    this.failure ??= reason;
  }
}
