import { examineModule } from '../doctor/examine-module.js';
import { examineNode } from '../doctor/examine-node.js';
import { examinePackages } from '../doctor/examine-packages.js';
import { examineRuntime } from '../doctor/examine-runtime.js';
import { examineScripts } from '../doctor/examine-scripts.js';
import type { Finding } from '../doctor/finding.js';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import { version } from '../version.js';

/** Options of `haft doctor`. */
export interface DoctorOptions extends Pick<SettingsOptions, 'tsconfig'> {
  readonly json?: boolean;
}

/**
 * Examines the packages, settings and build of a project. Runs no user code and writes nothing.
 *
 * @returns 1 if a finding is wrong. Doubtful findings do not count.
 */
export async function doctor({ json = false, ...options }: DoctorOptions): Promise<number> {
  const settings = await readSettings(options);
  const findings = [
    examineNode(process.versions.node),
    ...examinePackages(settings.folder, version),
    examineScripts(settings.folder),
    ...(await examineModule(settings)),
    ...examineRuntime(settings),
  ];
  const ok = findings.every(({ verdict }) => verdict !== 'wrong');
  if (json) printJson({ ok, findings });
  else process.stdout.write(findings.map(lineOf).join(''));
  return ok ? 0 : 1;
}

const MARKS = { well: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

function lineOf({ about, verdict, message, fix }: Finding): string {
  const [colour, mark] = MARKS[verdict];
  const advice = fix === undefined ? '' : `             ${fix}\n`;
  return `${styled(colour, mark)} ${about.padEnd(10)} ${message}\n${advice}`;
}
