import { ReadDocument } from './read-document.js';

/** What a text that is not quite JSON turned out to be. */
export type LooseJson =
  | {
      readonly kind: 'mendable';
      /** What the text means; a mended text must mean the same. Undefined when a name stands twice. */
      readonly value: unknown;
      /** The positions of spaces between names and values that JSON does not know, in order. */
      readonly oddSpaces: readonly number[];
      /** The first thing that JSON does not allow. */
      readonly deviation: Flaw | undefined;
    }
  | { readonly kind: 'broken'; readonly flaw: Flaw }
  /** The text ends inside of something. */
  | { readonly kind: 'truncated'; readonly inside: string };

/** What is wrong at a position of a text. */
export interface Flaw {
  readonly reason: string;
  readonly position: number;
}

/**
 * Reads a text that is no JSON, and decides whether it means one object without any doubt: quotes of another kind, names
 * without quotes, missing and trailing commas, comments, Python's words, line breaks inside strings. Everything else is a flaw:
 * numbers that JSON does not have, words without quotes, missing values, text after the end, escapes that do not exist.
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
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MEANING: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
};
const WORDS = new Set(Object.keys(MEANING));
const JSON_WORDS = new Set(['true', 'false', 'null']);
const SINGLE_QUOTES = "'`\u00b4\u2018\u2019";
const DOUBLE_QUOTES = '"\u201c\u201d';
const LINE_BREAK_LIKE = '\n\r\t\b\f';

class LooseReader {
  private position = 0;
  private readonly document = new ReadDocument();
  private readonly oddSpaces: number[] = [];
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
      const { oddSpaces, deviation } = this;
      return { kind: 'mendable', value: this.document.value, oddSpaces, deviation };
    } catch (stop) {
      if (stop instanceof Stop) return stop.result;
      throw stop;
    }
  }

  /** One property or item of the innermost list or object, with the comma after it; or its end. */
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

  /** After a value: a comma, an end, or a value that a comma is missing before. */
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
      // Without white space in between, it is rather a quote that was not escaped.
      if (end === this.position || !(SINGLE_QUOTES + DOUBLE_QUOTES + '{[').includes(character))
        this.fail('a comma is missing, or a quote inside a text is not escaped');
      this.note('a comma is missing', end);
    }
  }

  private name(): void {
    if (this.isQuote()) this.document.name = this.string();
    else {
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
    if (this.isQuote()) this.document.put(this.string());
    else this.scalar();
    this.separator();
  }

  private scalar(): void {
    const start = this.position;
    const word = this.bare();
    if (word === '') this.fail('a value is missing', start);
    const isWord = WORDS.has(word);
    // A text that ends here may have gone on.
    this.atEnd();
    if (!isWord && !NUMBER.test(word)) {
      const looksLikeNumber = /^[-+.]?\d|^[-+]|^NaN$|Infinity$/.test(word);
      this.fail(
        looksLikeNumber ? `${shown(word)} is no number of JSON` : `the text ${shown(word)} has no quotes`,
        start,
      );
    }
    if (isWord && !JSON_WORDS.has(word)) this.note(`${word} is no word of JSON`, start);
    this.document.put(isWord ? MEANING[word] : Number(word));
  }

  private bare(): string {
    const start = this.position;
    while (this.position < this.text.length && BARE.test(this.peek())) this.position++;
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

  /** What one character of a string means; a flaw, when nobody can know. */
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
      this.oddSpaces.push(this.position);
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

/** Not a literal: V8 would look up all letters of Unicode when it reads the file. */
let name: RegExp | undefined;

function isName(word: string): boolean {
  name ??= new RegExp('^[\\p{L}_$][\\p{L}\\p{N}_$-]*$', 'u');
  return name.test(word);
}

function endingsOf(opening: string): string {
  if (opening === '"' || opening === "'") return opening;
  return SINGLE_QUOTES.includes(opening) ? SINGLE_QUOTES : DOUBLE_QUOTES;
}

function shown(word: string): string {
  return JSON.stringify(word.length <= 40 ? word : `${word.slice(0, 37)}...`);
}
