/** Tracks whether the object in growing JSON text is closed. Reads every character once. */
export class JsonEnd {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private hasMore = false;

  /** Whether the text so far is one object from the first bracket to the last. */
  get isClosed(): boolean {
    return this.hasBegun && this.depth === 0 && !this.hasMore;
  }

  private hasBegun = false;

  add(text: string): void {
    for (let at = 0; at < text.length; at++) this.step(text.charCodeAt(at));
  }

  private step(code: number): void {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === BACKSLASH) this.isEscaped = true;
      else if (code === QUOTE) this.isInText = false;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (this.isClosed || (!this.hasBegun && code === OPEN_BRACKET)) this.hasMore = true;
      this.hasBegun = true;
      this.depth++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.depth--;
    } else if (code > SPACE) {
      // With text before or after the object, the scan cannot find its end.
      if (this.depth === 0) this.hasMore = true;
      if (code === QUOTE) this.isInText = true;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
