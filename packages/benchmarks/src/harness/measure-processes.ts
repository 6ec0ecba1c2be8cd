import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ratios, shuffled, spread, type Spread } from './statistics.js';

/** A command that is measured as a whole, in new processes. */
export interface Command {
  readonly name: string;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs before each start, without being measured: removes the output of the last start. */
  readonly before?: () => void;
}

export interface ProcessMeasurement {
  readonly name: string;
  /** CPU of the process and its children, in milliseconds. */
  readonly cpu: Spread;
  /** Largest resident size of the process and its children together, in megabytes. */
  readonly peak: Spread;
  /** The ratio to the first command, in the order of the rounds. */
  readonly ratio: Spread;
  /** The last line of the process, if it is JSON. */
  readonly said: readonly unknown[];
}

/**
 * Starts every command once per round, in random order. Throws with the output of a command that
 * fails.
 */
export async function measureProcesses(
  commands: readonly Command[],
  { rounds }: { readonly rounds: number },
): Promise<ProcessMeasurement[]> {
  const runs = new Map<Command, ProcessRun[]>(commands.map((one) => [one, []]));
  for (let round = 0; round < rounds; round++) {
    for (const one of shuffled(commands)) runs.get(one)?.push(await runProcess(one));
  }
  const base = [...runs.values()][0]?.map((run) => run.cpu) ?? [];
  return [...runs].map(([{ name }, all]) => {
    const cpu = all.map((run) => run.cpu);
    return {
      name,
      cpu: spread(cpu),
      peak: spread(all.map((run) => run.peak)),
      ratio: ratios(cpu, base),
      said: all.map((run) => run.said),
    };
  });
}

interface ProcessRun {
  readonly cpu: number;
  readonly peak: number;
  readonly said: unknown;
}

async function runProcess(command: Command): Promise<ProcessRun> {
  command.before?.();
  const before = cpuOfFinishedChildren();
  const child = spawn(command.file, command.arguments, {
    cwd: command.folder,
    env: { ...process.env, ...command.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const peaks = new Map<number, number>();
  const poll = setInterval(() => {
    notePeaks(child.pid, peaks);
  }, 15);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(poll);
  if (code !== 0) throw new Error(`${command.name} ended with ${String(code)}:\n${errors}${output}`.slice(0, 4000));
  const peak = [...peaks.values()].reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
  return { cpu: cpuOfFinishedChildren() - before, peak, said: lastLine(output) };
}

/** Returns milliseconds, in clock ticks (10 ms) that Linux adds after waiting for a child. */
function cpuOfFinishedChildren(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const numbers = fields.split(' ').map(Number);
  return ((numbers[13] ?? 0) + (numbers[14] ?? 0)) * 10;
}

function notePeaks(pid: number | undefined, peaks: Map<number, number>): void {
  if (pid === undefined) return;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    peaks.set(pid, Math.max(peaks.get(pid) ?? 0, kilobytes));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    for (const child of children.split(' ').filter(Boolean)) notePeaks(Number(child), peaks);
  } catch {
    // The process ended between two measurements.
  }
}

function lastLine(output: string): unknown {
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return line;
  }
}
