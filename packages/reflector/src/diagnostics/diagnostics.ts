import { relative, sep } from 'node:path';
import type { Place } from '../model.js';
import type { ts } from '../program/typescript.js';
import type { DiagnosticCode } from './codes.js';
import type { Diagnostic, Severity } from './diagnostic.js';

/** A report without its place. */
export type Finding = Pick<Diagnostic, 'code' | 'message' | 'fix'> & { readonly severity?: Severity };

/** Collects the findings of one reading. Nothing throws, so one build shows every problem. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  /** @param root - the folder of the tsconfig, to which file names are relative */
  constructor(private readonly root: string) {}

  /** Returns an empty collection for files of the same folder. */
  another(): Diagnostics {
    return new Diagnostics(this.root);
  }

  /** Reports a finding at a node. The same finding at the same place counts once. */
  at(node: ts.Node, finding: Finding): void {
    this.add({ ...named(finding), ...this.place(node) });
  }

  /** Returns the place of a node for diagnostics. */
  place(node: ts.Node): Place {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return { file: this.fileName(file.fileName), line: line + 1, column: character + 1 };
  }

  /** Reports a finding that belongs to no node. */
  add(diagnostic: Diagnostic): void {
    const key = JSON.stringify([
      diagnostic.code,
      diagnostic.file,
      diagnostic.line,
      diagnostic.column,
      // A type that several tools use is reported once, with the path from the first of them.
      withoutPath(diagnostic.message),
    ]);
    if (!this.found.has(key)) this.found.set(key, diagnostic);
  }

  /** Returns the name of a file for diagnostics: relative to the tsconfig's folder, with `/`. */
  fileName(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  has(code: DiagnosticCode): boolean {
    return [...this.found.values()].some((one) => one.code === code);
  }

  /** Returns all findings, sorted by file and place. Findings without a file come first. */
  sorted(): readonly Diagnostic[] {
    return [...this.found.values()].sort(
      (a, b) =>
        compare(a.file ?? '', b.file ?? '') ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0) ||
        compare(a.code, b.code),
    );
  }
}

/** Returns a message without `(tool > parameter > property)` at its end. */
function withoutPath(message: string): string {
  const start = message.lastIndexOf(' (');
  const path = message.slice(start + 2, -2);
  const isPath = start >= 0 && message.endsWith(').') && path.includes(' > ') && !/[()]/.test(path);
  return isPath ? `${message.slice(0, start)}.` : message;
}

function named(finding: Finding): Diagnostic {
  return { severity: 'error', ...finding };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
