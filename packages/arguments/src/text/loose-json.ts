import { HEXADECIMAL, isName, JSON_WORDS, MEANING, noNumber, NUMBER, shown } from './bare-words.js';
import { ReadDocument } from './read-document.js';

/** The result of {@link readLooseJson}. */
export type LooseJson =
  | {
      readonly kind: 'mendable';
      /** Value of the text, to compare with the repaired text. Undefined if a name repeats. */
      readonly value: unknown;
      /** Parts that JSON writes in another way, in order. */
      readonly rewritten: readonly Rewritten[];
      /** First part that JSON does not allow. */
      readonly deviation: Flaw | undefined;
    }
  | { readonly kind: 'broken'; readonly flaw: Flaw }
  /** The text ends inside of something. */
  | { readonly kind: 'truncated'; readonly inside: string };

/** A part of a text, and how JSON writes it. */
export interface Rewritten {
  readonly start: number;
  readonly end: number;
  readonly json: string;
}

/** A problem at a position of a text. */
export interface Flaw {
  readonly reason: string;
  readonly position: number;
}

/**
 * Reads a text that is not JSON and decides whether it means one object without doubt. It accepts
 * other quotes, names without quotes, missing and trailing commas, comments, words of Python and
 * line breaks in strings. Anything else is a flaw: other numbers than in JSON, words without
 * quotes, missing values, text after the end, unknown escapes.
 */
export function readLooseJson(text: string): LooseJson {
  return new LooseReader(text).read();
}

/** Ends the reading. Never leaves this file. */
class Stop extends Error {
  constructor(readonly result: LooseJson) {
    super();
  }
}

const SPACE = /[\s\uFEFF]/;
const BARE = /[^\s\uFEFF{}[\]:,"'`\u00b4\u2018\u2019\u201c\u201d/]/;
/** A string or a word of Python that JSON does not have, where a value or a name may begin. */
const PYTHON = /(?:^|[{[(:,\s])(?:'|[rR]["']|"""|(?:True|False|None)(?![\w"]))/;
const SINGLE_QUOTES = "'`\u00b4\u2018\u2019";
const DOUBLE_QUOTES = '"\u201c\u201d';
const LINE_BREAK_LIKE = '\n\r\t\b\f';

class LooseReader {
  private position = 0;
  private readonly document = new ReadDocument();
  private readonly rewritten: Rewritten[] = [];
  private deviation: Flaw | undefined;
  /** The open lists and objects, as their closing brackets. */
  private readonly open: ('}' | ']')[] = [];

  constructor(private readonly text: string) {}

  read(): LooseJson {
    try {
      this.skip();
      if (this.peek() !== '{') this.fail(this.position < this.text.length ? 'expected an object' : 'nothing is there');
      this.value();
      while (this.open.length > 0) this.nextInside();
      this.skip();
      if (this.position < this.text.length) this.fail('there is more after the end of the object');
      const { rewritten, deviation } = this;
      return { kind: 'mendable', value: this.document.value, rewritten, deviation };
    } catch (stop) {
      if (stop instanceof Stop) return stop.result;
      throw stop;
    }
  }

  /** Reads a property or item of the innermost container and the comma after it, or its end. */
  private nextInside(): void {
    const closing = this.open.at(-1) ?? '}';
    this.skip();
    this.atEnd();
    if (this.peek() === closing) {
      this.close();
      return;
    }
    if (closing === '}') this.name();
    this.value();
  }

  private close(): void {
    this.position++;
    this.open.pop();
    this.document.close();
    if (this.open.length > 0) this.separator();
  }

  /** Reads the comma after a value. Notes a missing comma. */
  private separator(): void {
    const end = this.position;
    this.skip();
    this.atEnd();
    const character = this.peek();
    if (character === ',') {
      this.position++;
      const comma = this.position - 1;
      this.skip();
      if (this.peek() === '}' || this.peek() === ']') this.note('a comma before a closing bracket', comma);
      if (this.peek() === ',') this.fail('two commas in a row');
    } else if (character === '}' || character === ']') {
      if (character !== this.open.at(-1)) this.fail(`expected ${this.open.at(-1) ?? ''}, found ${character}`);
    } else {
      // Without white space in between, it is probably a quote without an escape.
      if (end === this.position || !(SINGLE_QUOTES + DOUBLE_QUOTES + '{[').includes(character))
        this.fail('a comma is missing, or a quote inside a text is not escaped');
      this.note('a comma is missing', end);
    }
  }

  /** Returns the name between two escaped quotes. */
  private escapedName(): string {
    const end = this.text.indexOf('\\"', this.position + 2);
    return end === -1 ? 'name' : this.text.slice(this.position + 2, end);
  }

  private name(): void {
    if (this.isQuote()) this.document.name = this.string();
    else {
      if (this.text.startsWith('\\"', this.position))
        this.fail(
          `the quotes are escaped; send {${shown(this.escapedName())}: ...} without backslashes before the quotes`,
        );
      const start = this.position;
      const word = this.bare();
      if (!isName(word))
        this.fail(word === '' ? `unexpected ${this.peek()}` : `the name ${shown(word)} has no quotes`, start);
      this.note(`the name ${shown(word)} has no quotes`, start);
      this.document.name = word;
    }
    this.skip();
    this.atEnd();
    if (this.peek() !== ':') this.fail('a colon is missing after a name');
    this.position++;
    this.skip();
    this.atEnd();
  }

  private value(): void {
    const character = this.peek();
    if (character === '{' || character === '[') {
      this.document.open(character === '[');
      this.open.push(character === '{' ? '}' : ']');
      this.position++;
      this.skip();
      if (this.peek() === ',') this.fail('a comma without a value before it');
      return;
    }
    if (this.isQuote() || this.isRaw()) this.document.put(this.joined());
    else this.scalar();
    this.separator();
  }

  private scalar(): void {
    const start = this.position;
    const word = this.bare();
    if (word === '') this.fail('a value is missing', start);
    const isWord = MEANING.has(word.toLowerCase());
    // At the end of the text, the word may be incomplete.
    this.atEnd();
    if (HEXADECIMAL.test(word)) {
      this.hexadecimal(word, start);
      return;
    }
    if (!isWord && !NUMBER.test(word)) {
      const looksLikeNumber = /^[-+.]?\d|^[-+]|^NaN$|Infinity$/.test(word);
      this.fail(looksLikeNumber ? noNumber(word) : `the text ${shown(word)} has no quotes`, start);
    }
    if (!isWord) this.document.put(Number(word));
    else {
      const meaning = MEANING.get(word.toLowerCase());
      if (!JSON_WORDS.has(word)) this.rewrite(start, meaning, `${word} is no word of JSON`);
      this.document.put(meaning);
    }
  }

  private hexadecimal(word: string, start: number): void {
    const number = word.startsWith('-') ? -Number(word.slice(1)) : Number(word);
    if (!Number.isSafeInteger(number)) this.fail(noNumber(word), start);
    this.rewrite(start, number, noNumber(word));
    this.document.put(number);
  }

  /** Notes how JSON writes the part from `start` to here. */
  private rewrite(start: number, value: unknown, reason: string): void {
    this.note(reason, start);
    this.rewritten.push({ start, end: this.position, json: JSON.stringify(value) });
  }

  /** Returns whether a Python string with the prefix `r` begins here. */
  private isRaw(): boolean {
    return /^[rR]["']/.test(this.text.slice(this.position, this.position + 2));
  }

  /**
   * Reads a string and, in an object, the strings that Python joins to it. In JSON, a name, a comma
   * or a quotation mark may be missing between them, so only Python's own syntax is clear.
   */
  private joined(): string {
    const start = this.position;
    const before = this.rewritten.length;
    let whole = this.oneText();
    let parts = 1;
    while (this.open.at(-1) === '}' && this.isTextBehind()) {
      this.skip();
      whole += this.oneText();
      parts++;
    }
    if (parts > 1) {
      if (!this.isPython()) this.fail('two texts have neither a comma nor a name between them', start);
      this.rewritten.length = before;
      this.rewrite(start, whole, 'a text is written in several parts');
    }
    return whole;
  }

  /** Returns whether the text so far has strings or words of Python that JSON does not have. */
  private isPython(): boolean {
    return PYTHON.test(this.text.slice(0, this.position));
  }

  /** Returns whether another string follows, and it is not a name. */
  private isTextBehind(): boolean {
    const rest = new LooseReader(this.text);
    rest.position = this.position;
    try {
      rest.skip();
      if (rest.position === this.position || !(rest.isQuote() || rest.isRaw())) return false;
      rest.oneText();
      rest.skip();
      return rest.peek() !== ':' && rest.position < this.text.length;
    } catch (stop) {
      if (stop instanceof Stop) return false;
      throw stop;
    }
  }

  private oneText(): string {
    if (this.isRaw()) return this.rawText();
    const quotes = this.text.slice(this.position, this.position + 3);
    return quotes === '"""' || quotes === "'''" ? this.tripleQuoted(quotes) : this.string();
  }

  private rawText(): string {
    const start = this.position;
    const quote = this.text.charAt(start + 1);
    const end = this.text.indexOf(quote, start + 2);
    if (end === -1) this.stop({ kind: 'truncated', inside: 'a text' });
    const inside = this.text.slice(start + 2, end);
    // For Python, the string continues after each of these.
    if (inside === '' || inside.endsWith('\\') || inside.includes('\n'))
      this.fail('a raw text of Python that can be read in two ways', start);
    this.position = end + 1;
    this.rewrite(start, inside, 'a raw text of Python');
    return inside;
  }

  private tripleQuoted(quotes: string): string {
    const start = this.position;
    let text = '';
    for (this.position += 3; !this.text.startsWith(quotes, this.position); this.position++) {
      if (this.position >= this.text.length) this.stop({ kind: 'truncated', inside: 'a text' });
      text += this.peek() === '"' ? '"' : this.inString("'");
    }
    this.position += 3;
    if (this.peek() === quotes.charAt(0)) this.fail('a quote too many', this.position);
    this.rewrite(start, text, 'a text in three quotes');
    return text;
  }

  private bare(): string {
    const start = this.position;
    while (BARE.test(this.peek())) this.position++;
    return this.text.slice(start, this.position);
  }

  private isQuote(): boolean {
    const character = this.peek();
    return character !== '' && (SINGLE_QUOTES.includes(character) || DOUBLE_QUOTES.includes(character));
  }

  private string(): string {
    const start = this.position;
    const opening = this.peek();
    if (opening !== '"') this.note('a text is not in double quotes', start);
    const endings = endingsOf(opening);
    let text = '';
    for (this.position++; !endings.includes(this.peek()) || this.position >= this.text.length; this.position++) {
      if (this.position >= this.text.length) this.stop({ kind: 'truncated', inside: 'a text' });
      text += this.inString(opening);
    }
    this.position++;
    return text;
  }

  /** Returns the meaning of one character of a string. An ambiguous character is a flaw. */
  private inString(opening: string): string {
    const character = this.peek();
    if (character === '\\') {
      const escape = /^\\(?:["\\/bfnrt']|u[\da-fA-F]{4})/.exec(this.text.slice(this.position, this.position + 6))?.[0];
      if (escape === undefined) this.fail('a backslash before a character that cannot be escaped');
      if (escape === "\\'") this.note('a backslash before a character that needs none', this.position);
      this.position += escape.length - 1;
      return escape === "\\'" ? "'" : (JSON.parse(`"${escape}"`) as string);
    }
    if (character === '"' && opening !== "'") {
      this.fail('a quote inside a text is not escaped');
    }
    if (character < ' ') {
      if (!LINE_BREAK_LIKE.includes(character)) this.fail('a control character inside a text');
      this.note('a line break or tab inside a text is not escaped', this.position);
    }
    return character;
  }

  /** Skips white space and comments. */
  private skip(): void {
    for (;;) {
      while (this.position < this.text.length && SPACE.test(this.peek())) this.skipSpace();
      if (this.peek() !== '/') return;
      const start = this.position;
      const isBlock = this.text.startsWith('/*', start);
      if (!isBlock && !this.text.startsWith('//', start)) this.fail('unexpected /');
      this.note('a comment', start);
      const end = this.text.indexOf(isBlock ? '*/' : '\n', start + 2);
      if (end === -1) this.stop({ kind: 'truncated', inside: 'a comment' });
      this.position = end + (isBlock ? 2 : 1);
    }
  }

  private skipSpace(): void {
    if (!' \n\r\t'.includes(this.peek())) {
      this.note('a space that JSON does not know', this.position);
      this.rewritten.push({ start: this.position, end: this.position + 1, json: ' ' });
    }
    this.position++;
  }

  private peek(): string {
    return this.text.charAt(this.position);
  }

  private atEnd(): void {
    if (this.position < this.text.length || this.open.length === 0) return;
    this.stop({ kind: 'truncated', inside: this.open.at(-1) === ']' ? 'a list' : 'an object' });
  }

  private note(reason: string, position: number): void {
    this.deviation ??= { reason, position };
  }

  private fail(reason: string, position = this.position): never {
    this.stop({ kind: 'broken', flaw: { reason, position } });
  }

  private stop(result: LooseJson): never {
    throw new Stop(result);
  }
}

function endingsOf(opening: string): string {
  if (opening === '"' || opening === "'") return opening;
  return SINGLE_QUOTES.includes(opening) ? SINGLE_QUOTES : DOUBLE_QUOTES;
}
