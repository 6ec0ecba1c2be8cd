import { dirname, relative } from 'node:path';
import type { BuildResult } from '@haft/reflector';
import type { Settings } from '../settings/settings.js';
import { plural } from './plural.js';
import { printDiagnostics } from './print-diagnostics.js';
import { styled } from './styled.js';

/** The output of `haft watch` after each build. */
export interface WatchReport {
  built(result: BuildResult, settings: Settings): void;
  /** The build itself stopped with an error. */
  failed(message: string, settings: Settings): void;
}

/** For people: prints the findings and one line. */
export const textReport: WatchReport = {
  built({ ok, diagnostics, changed, tools, milliseconds }, settings) {
    printDiagnostics(diagnostics, dirname(settings.tsconfig), 'pretty');
    const out = shownOut(settings);
    const done = `${changed ? `wrote ${out}` : `${out} is up to date`} (${plural(tools, 'tool')}, ${milliseconds} ms)`;
    print(ok ? `${styled('green', '✓')} ${time()} ${done}` : `${styled('red', '✗')} ${time()} nothing was written`);
  },
  failed(message) {
    print(`${styled('red', '✗')} ${time()} ${message}`);
  },
};

/** For programs: prints one JSON object per build on one line, as `haft build --json` does. */
export const jsonReport: WatchReport = {
  built({ ok, diagnostics, changed, toolsets, tools, milliseconds }, settings) {
    const facts = { out: shownOut(settings), written: ok && changed, toolsets, tools, milliseconds };
    print(JSON.stringify({ ok, ...facts, diagnostics }));
  },
  failed(message, settings) {
    print(JSON.stringify({ ok: false, out: shownOut(settings), written: false, error: message, diagnostics: [] }));
  },
};

function shownOut({ out }: Settings): string {
  return relative(process.cwd(), out);
}

function time(): string {
  return styled('dim', new Date().toLocaleTimeString('en-GB'));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
