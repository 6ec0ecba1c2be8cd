/** Divides the bytes of a stream into lines, and keeps at most one unfinished line. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private bytes = 0;

  /** @param most - bytes of the longest line */
  constructor(private readonly most: number) {}

  /**
   * Returns the lines that end in a chunk, without their ends.
   *
   * @returns undefined if a line is too long
   */
  add(chunk: Buffer): Buffer[] | undefined {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      if (!this.keep(chunk.subarray(start, end))) return undefined;
      lines.push(Buffer.concat(this.parts));
      this.parts = [];
      this.bytes = 0;
      start = end + 1;
    }
    return this.keep(chunk.subarray(start)) ? lines : undefined;
  }

  private keep(part: Buffer): boolean {
    this.bytes += part.length;
    if (part.length > 0) this.parts.push(part);
    return this.bytes <= this.most;
  }
}

const NEWLINE = 10;
