import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file of JSON lines that several processes append to. A line that was written survives a kill.
 */
export class Journal {
  constructor(folder, name) {
    this.path = join(folder, `${name}.jsonl`);
  }

  add(entry) {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
  }

  /** The bytes that were written. */
  get size() {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  entries() {
    if (!existsSync(this.path)) return [];
    return readFileSync(this.path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
}
