import type { ArgumentLimits } from '../accepted-arguments.js';
import { RESERVED_NAMES } from '../value/count-names.js';
import { TextInPieces } from './text-in-pieces.js';

/** An incomplete list or object. */
export type Container = unknown[] | Record<string, unknown>;

/** Receives the steps of a reader. */
export interface PrefixListener {
  /** A list or an object begins. The root has no key. */
  opened(key: string | number | undefined, container: Container): void;
  /** An object names its next value. */
  named(key: string): void;
  /** A value is complete. If it is a list or an object, it was the innermost open container. */
  completed(key: string | number | undefined, value: unknown): void;
}

/** The part of the text that comes next. */
type State = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'more' | 'text' | 'word' | 'end';

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const SCALAR_START = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?)$/;
/** The longest word that is checked after each piece. A longer one is checked at its end. */
const LONGEST_CHECKED_WORD = 400;

/** Ends the reading. Never leaves this file. */
class Stop extends Error {}

/**
 * A strict reader of a JSON text in pieces. It reads each character once, and omits an incomplete
 * number or word and a name without a value. Objects have no prototype.
 */
export class JsonPrefixReader {
  /** The value so far, or undefined. Later pieces change it in place. */
  value: unknown;
  /** The reason why the text cannot become JSON, or is too large. */
  problem: string | undefined;
  private state: State = 'value';
  private characters = 0;
  private nodes = 0;
  private readonly open: Container[] = [];
  /** The key of the newest value in each open container. */
  private readonly keys: (string | number)[] = [];
  private text = new TextInPieces();
  private isName = false;
  private word = '';

  constructor(
    private readonly limits: ArgumentLimits,
    private readonly listener?: PrefixListener,
  ) {}

  /** Whether the document has ended. */
  get isComplete(): boolean {
    return this.state === 'end' && this.problem === undefined;
  }

  add(piece: string): void {
    if (this.problem !== undefined) return;
    try {
      this.characters += piece.length;
      if (this.characters > this.limits.maxCharacters) throw new Stop('The arguments are too long.');
      for (let at = 0; at < piece.length;) at = this.read(piece, at);
      this.endPiece();
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      this.problem = stop.message;
    }
  }

  /** Reads at least one character, and returns the position after it. */
  private read(piece: string, at: number): number {
    if (this.state === 'text') return this.readText(piece, at);
    const code = piece.charCodeAt(at);
    if (this.state === 'word') {
      if (isWordPart(code)) {
        this.word += piece.charAt(at);
        return at + 1;
      }
      this.endWord();
    }
    if (!isSpace(code)) this.readMark(piece.charAt(at));
    return at + 1;
  }

  private readMark(mark: string): void {
    switch (this.state) {
      case 'first name':
      case 'name':
        if (this.state === 'first name' && mark === '}') this.close();
        else this.beginName(mark);
        return;
      case 'colon':
        if (mark !== ':') throw new Stop('A colon is missing.');
        this.state = 'value';
        return;
      case 'more':
        this.readMore(mark);
        return;
      case 'first item':
      case 'value':
        if (this.state === 'first item' && mark === ']') this.close();
        else this.beginValue(mark);
        return;
      default:
        throw new Stop('There is more after the end.');
    }
  }

  private readMore(mark: string): void {
    const isList = Array.isArray(this.open.at(-1));
    if (mark === (isList ? ']' : '}')) this.close();
    else if (mark === ',') this.state = isList ? 'value' : 'name';
    else throw new Stop(`Unexpected ${mark}.`);
  }

  private beginName(mark: string): void {
    if (mark !== '"') throw new Stop('A name is missing.');
    this.beginText(true);
  }

  private beginValue(mark: string): void {
    if (++this.nodes > this.limits.maxNodes) throw new Stop('The arguments hold too many values.');
    const container = this.open.at(-1);
    if (Array.isArray(container)) this.keys[this.open.length - 1] = container.length;
    if (mark === '"') {
      this.beginText(false);
      return;
    }
    if (mark === '{' || mark === '[') {
      this.enter(mark === '{' ? newObject() : []);
      return;
    }
    if (!isWordPart(mark.charCodeAt(0))) throw new Stop('A value is not JSON.');
    this.word = mark;
    this.state = 'word';
  }

  private enter(container: Container): void {
    if (this.open.length >= this.limits.maxDepth) throw new Stop('The arguments are nested too deeply.');
    this.put(container);
    this.listener?.opened(this.keys.at(-1), container);
    this.open.push(container);
    this.state = Array.isArray(container) ? 'first item' : 'first name';
  }

  private close(): void {
    const container = this.open.pop();
    this.keys.length = this.open.length;
    this.complete(container);
  }

  private complete(value: unknown): void {
    this.state = this.open.length === 0 ? 'end' : 'more';
    this.listener?.completed(this.keys.at(-1), value);
  }

  private put(value: unknown): void {
    const container = this.open.at(-1);
    const key = this.keys.at(-1);
    if (container === undefined || key === undefined) this.value = value;
    else if (Array.isArray(container)) container[Number(key)] = value;
    else container[key] = value;
  }

  private beginText(isName: boolean): void {
    this.isName = isName;
    this.text = new TextInPieces();
    this.state = 'text';
  }

  private readText(piece: string, at: number): number {
    const end = this.text.read(piece, at);
    if (this.text.isBroken) throw new Stop('A text is not JSON.');
    if (!this.text.isComplete) return end;
    const { text } = this.text;
    if (this.isName) this.name(text);
    else {
      this.put(text);
      this.complete(text);
    }
    return end;
  }

  private name(name: string): void {
    if (RESERVED_NAMES.has(name)) throw new Stop(`The name ${name} is not allowed.`);
    this.keys[this.open.length - 1] = name;
    this.state = 'colon';
    this.listener?.named(name);
  }

  private endWord(): void {
    if (!SCALAR.test(this.word)) throw new Stop('A value is not JSON.');
    const value: unknown = JSON.parse(this.word);
    this.put(value);
    this.complete(value);
  }

  /** Updates the value of an open text. Rejects a word that cannot become a value. */
  private endPiece(): void {
    if (this.state === 'text' && !this.isName) this.put(this.text.text);
    if (this.state !== 'word' || this.word.length > LONGEST_CHECKED_WORD) return;
    if (!SCALAR_START.test(this.word) && !SCALAR.test(this.word)) throw new Stop('A value is not JSON.');
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns whether a character may be in a number or in a word such as `true`. */
function isWordPart(code: number): boolean {
  if (code === 0x2b || code === 0x2d || code === 0x2e || code === 0x5f) return true;
  const isDigit = code >= 0x30 && code <= 0x39;
  return isDigit || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function newObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
