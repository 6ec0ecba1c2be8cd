import { dirname, relative } from 'node:path';
import type { BuildResult } from '@haft/reflector';
import type { Settings } from '../settings/settings.js';
import { plural } from './plural.js';
import { printDiagnostics } from './print-diagnostics.js';
import { styled } from './styled.js';

/** How `haft watch` says what came of each build. */
export interface WatchReport {
  built(result: BuildResult, settings: Settings): void;
  /** The build itself could not go on. */
  failed(message: string, settings: Settings): void;
}

/** For people: the findings, and one line. */
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

/** For programs: one JSON object on one line for each build, with what `haft build --json` says. */
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
