/** The first and the last bytes of a stream. */
export class KeptOutput {
  private readonly head: Buffer[] = [];
  private readonly tail: Buffer[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private total = 0;
  private readonly half: number;

  /** @param most - bytes to keep, half of them from the beginning */
  constructor(most: number) {
    this.half = Math.ceil(most / 2);
  }

  /** All bytes of the stream so far, kept or not. */
  get bytes(): number {
    return this.total;
  }

  get isCut(): boolean {
    return this.total > this.headBytes + Math.min(this.tailBytes, this.half);
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    const first = chunk.subarray(0, this.half - this.headBytes);
    if (first.length > 0) this.head.push(first);
    this.headBytes += first.length;
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    // A copy, because a part would keep all of its chunk in memory.
    const last = rest.length > this.half ? Buffer.from(rest.subarray(-this.half)) : rest;
    this.tail.push(last);
    this.tailBytes += last.length;
    while (this.tailBytes - (this.tail[0]?.length ?? 0) >= this.half) this.tailBytes -= this.tail.shift()?.length ?? 0;
  }

  /**
   * Returns the text, with a line in place of the bytes in the middle.
   *
   * @param most - bytes of a shorter text. Default: all that is kept
   */
  text(most = 2 * this.half): string {
    const kept = Buffer.concat([...this.head, Buffer.concat(this.tail).subarray(-this.half)]);
    const half = Math.min(this.half, Math.ceil(most / 2));
    if (!this.isCut && this.total <= 2 * half) return kept.toString('utf8');
    const first = withoutBrokenEnd(kept.subarray(0, half));
    const last = withoutBrokenStart(kept.subarray(-half));
    const left = this.total - first.length - last.length;
    return `${first.toString('utf8')}\n[... ${left} bytes left out ...]\n${last.toString('utf8')}`;
  }
}

/** Leaves out the bytes of a character of UTF-8 that the cut divides. */
function withoutBrokenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function withoutBrokenStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] ?? 0)) start++;
  return bytes.subarray(start);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
