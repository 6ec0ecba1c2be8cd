import type { Path } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { endOfString } from '../text/text-limits.js';
import { RESERVED_NAMES } from '../value/reserved-names.js';

/** What the beginning of a JSON document holds. Objects have no prototype. */
export interface JsonPrefix {
  /** Undefined while nothing is there. */
  readonly value: unknown;
  /** Where the document is still being written; undefined when it is complete. */
  readonly open: Path | undefined;
  /** The text cannot become JSON any more, or is too large: `value` is what came before. */
  readonly problem?: string;
}

/**
 * Reads the beginning of a JSON document, strictly. A text that has not ended is taken as far as it goes; a number or a word
 * that may go on, and a name without a value, are left out. No recursion, and each call starts anew.
 */
export function readJsonPrefix(text: string, limits: ArgumentLimits): JsonPrefix {
  return new PrefixReader(text, limits).read();
}

type Container = unknown[] | Record<string, unknown>;

const SPACE = /[ \n\r\t]/;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const SCALAR_START = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?)$/;
const BROKEN_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/;

/** Ends the reading. Never leaves this file. */
class Stop extends Error {
  constructor(readonly problem: string | undefined) {
    super();
  }
}

class PrefixReader {
  private position = 0;
  private nodes = 0;
  private root: unknown;
  private readonly open: Container[] = [];
  /** The key of each open container's newest value. */
  private readonly keys: (string | number)[] = [];
  /** Whether the value of the innermost key is still being written. */
  private isGrowing = false;

  constructor(
    private readonly text: string,
    private readonly limits: ArgumentLimits,
  ) {}

  read(): JsonPrefix {
    try {
      if (this.text.length > this.limits.maxCharacters) throw new Stop('The arguments are too long.');
      this.value();
      while (this.open.length > 0) this.inside();
      this.skip();
      if (this.position < this.text.length) throw new Stop('There is more after the end.');
      return { value: this.root, open: undefined };
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      const prefix = { value: this.root, open: this.place() };
      return stop.problem === undefined ? prefix : { ...prefix, problem: stop.problem };
    }
  }

  private place(): Path {
    const isBetween = !this.isGrowing && this.keys.length === this.open.length;
    return isBetween ? this.keys.slice(0, -1) : this.keys.slice();
  }

  /** What follows in the innermost container: its end, or one more value. */
  private inside(): void {
    const container = this.open.at(-1);
    const isArray = Array.isArray(container);
    const isFirst = this.keys.length < this.open.length;
    this.isGrowing = false;
    const character = this.next();
    if (character === (isArray ? ']' : '}')) {
      this.close(isFirst);
      return;
    }
    if (!isFirst) {
      if (character !== ',') throw new Stop(`Unexpected ${character}.`);
      this.position++;
      this.next();
    }
    const key = isArray ? container.length : this.name();
    if (isFirst) this.keys.push(key);
    else this.keys[this.keys.length - 1] = key;
    this.isGrowing = true;
    this.value();
  }

  private close(isFirst: boolean): void {
    this.position++;
    this.open.pop();
    if (!isFirst) this.keys.pop();
  }

  private name(): string {
    if (this.next() !== '"') throw new Stop('A name is missing.');
    const name = this.string();
    if (name.isOpen) throw new Stop(undefined);
    if (RESERVED_NAMES.has(name.text)) throw new Stop(`The name ${name.text} is not allowed.`);
    if (this.next() !== ':') throw new Stop('A colon is missing.');
    this.position++;
    return name.text;
  }

  private value(): void {
    const character = this.next();
    if (++this.nodes > this.limits.maxNodes) throw new Stop('The arguments hold too many values.');
    if (character === '{' || character === '[') {
      this.enter(character === '{' ? newObject() : []);
    } else if (character === '"') {
      const { text, isOpen } = this.string();
      this.put(text);
      if (isOpen) throw new Stop(undefined);
    } else this.scalar();
  }

  private enter(container: Container): void {
    if (this.open.length >= this.limits.maxDepth) throw new Stop('The arguments are nested too deeply.');
    this.put(container);
    this.open.push(container);
    this.position++;
  }

  private put(value: unknown): void {
    const container = this.open.at(-1);
    if (container === undefined) this.root = value;
    else if (Array.isArray(container)) container.push(value);
    else container[String(this.keys.at(-1))] = value;
  }

  private scalar(): void {
    const start = this.position;
    while (this.position < this.text.length && /[-+.\w]/.test(this.text.charAt(this.position))) this.position++;
    const word = this.text.slice(start, this.position);
    const mayGoOn = this.position === this.text.length;
    if (mayGoOn && (SCALAR_START.test(word) || SCALAR.test(word))) throw new Stop(undefined);
    if (!SCALAR.test(word)) throw new Stop('A value is not JSON.');
    this.put(JSON.parse(word));
  }

  private string(): { readonly text: string; readonly isOpen: boolean } {
    const start = this.position;
    const end = endOfString(this.text, start);
    this.position = Math.min(end + 1, this.text.length);
    const isOpen = end === this.text.length;
    const raw = isOpen ? `${this.text.slice(start).replace(BROKEN_ESCAPE, '')}"` : this.text.slice(start, end + 1);
    try {
      return { text: JSON.parse(raw) as string, isOpen };
    } catch {
      throw new Stop('A text is not JSON.');
    }
  }

  /** The next character but white space. The end of the text ends the reading. */
  private next(): string {
    this.skip();
    if (this.position >= this.text.length) throw new Stop(undefined);
    return this.text.charAt(this.position);
  }

  private skip(): void {
    while (this.position < this.text.length && SPACE.test(this.text.charAt(this.position))) this.position++;
  }
}

function newObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
