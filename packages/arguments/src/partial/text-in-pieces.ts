/** A JSON string in pieces, after its first quote. */
export class TextInPieces {
  /** The text so far, without an escape that has not ended. */
  text = '';
  isComplete = false;
  isBroken = false;
  /** The start of an escape: a backslash, and the digits after `\u`. */
  private escape = '';

  /** Reads up to the last quote or the end of the piece, and returns the position after it. */
  read(piece: string, start: number): number {
    let at = start;
    let from = start;
    for (; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.escape !== '') {
        this.readEscape(piece.charAt(at));
        from = at + 1;
      } else if (code === QUOTE) {
        this.isComplete = true;
        break;
      } else if (code === BACKSLASH) {
        this.text += piece.slice(from, at);
        this.escape = '\\';
      } else if (code < SPACE) this.isBroken = true;
      if (this.isBroken) return at;
    }
    if (this.escape === '') this.text += piece.slice(from, at);
    return at + 1;
  }

  private readEscape(character: string): void {
    this.escape += character;
    if (this.escape.startsWith('\\u')) {
      if (this.escape.length > 2 && !HEX_DIGIT.test(character)) this.isBroken = true;
      else if (this.escape.length === LENGTH_OF_UNICODE)
        this.end(String.fromCharCode(parseInt(this.escape.slice(2), 16)));
      return;
    }
    const meant = ESCAPES.get(character);
    if (meant === undefined) this.isBroken = true;
    else this.end(meant);
  }

  private end(meant: string): void {
    this.text += meant;
    this.escape = '';
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const HEX_DIGIT = /[\da-fA-F]/;
const LENGTH_OF_UNICODE = 6;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
