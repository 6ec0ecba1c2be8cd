import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { styled } from '../output/styled.js';

/** Writes the files of one folder, and prints a line for each. */
export class FolderWriter {
  constructor(readonly folder: string) {}

  /** Returns a file, or nothing. */
  read(file: string): string | undefined {
    const path = join(this.folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** Writes a new file. Keeps an existing one. */
  add(file: string, text: string): void {
    if (this.read(file) === undefined) this.write(file, text);
    else note(`kept  ${this.shown(file)} (it exists already)`);
  }

  /** Writes a file, if it changes. */
  replace(file: string, text: string): void {
    if (this.read(file) !== text) this.write(file, text);
  }

  /** Adds missing lines to .gitignore. */
  ignore(lines: readonly string[]): void {
    const before = this.read('.gitignore') ?? '';
    const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line));
    if (missing.length === 0) return;
    const separator = before === '' || before.endsWith('\n') ? '' : '\n';
    this.write('.gitignore', `${before}${separator}${missing.join('\n')}\n`);
  }

  private write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    say(`${styled('green', '✓')} wrote ${this.shown(file)}`);
  }

  private shown(file: string): string {
    return relative(process.cwd(), join(this.folder, file));
  }
}

/** Prints a line about a thing that the user should see. */
export function note(text: string): void {
  say(`${styled('yellow', '!')} ${text}`);
}

/** Prints a line. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
