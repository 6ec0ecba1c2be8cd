import { HaftError } from '@haft/core';

/** A reason why the container cannot be built. */
export interface WiringProblem {
  readonly kind: 'missing' | 'cycle' | 'captive' | 'unknown' | 'provider';
  /** Names from the first request to the problem. Empty for an invalid provider. */
  readonly path: readonly string[];
  readonly text: string;
}

const MESSAGE_LIMIT = 1_500;
const LONGEST_PATH = 12;

const FIXES: Readonly<Record<WiringProblem['kind'], string>> = {
  missing: 'Add what is missing to `provide`, or make it optional.',
  cycle: 'Break a cycle by a third class, or by giving one side a function.',
  captive: 'Give what holds a run-scoped value the lifetime `run` too.',
  unknown:
    'Export the class from a file of the tsconfig and run `npx haft build`, use @Inject(token), or provide it by useFactory.',
  provider: 'Write a provider as a class or as { provide, useClass | useValue | useFactory | useExisting }.',
};

/** Returns all problems as one error of at most 2 kB. */
export function wiringError(problems: readonly WiringProblem[]): HaftError {
  const kinds = new Set(problems.map((one) => one.kind));
  const hint = [...kinds].map((kind) => FIXES[kind]).join(' ');
  return new HaftError('HAFT_WIRING', messageOf(problems), { hint });
}

function messageOf(problems: readonly WiringProblem[]): string {
  // A method that is a tool and a resource asks for each of its values twice.
  const lines = [...new Set(problems.map((problem) => `\n- ${lineOf(problem)}`))];
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  let text = `The container cannot be built: ${count}.`;
  for (const [index, line] of lines.entries()) {
    const left = lines.length - index;
    if (index > 0 && text.length + line.length > MESSAGE_LIMIT) return `${text}\n- and ${left} more.`;
    text += line.length > MESSAGE_LIMIT ? `${line.slice(0, MESSAGE_LIMIT - 3)}...` : line;
  }
  return text;
}

function lineOf({ path, text }: WiringProblem): string {
  return path.length === 0 ? text : `${pathText(path)}: ${text}`;
}

function pathText(path: readonly string[]): string {
  if (path.length <= LONGEST_PATH) return path.join(' -> ');
  const half = LONGEST_PATH / 2;
  const between = `(${path.length - LONGEST_PATH} more)`;
  return [...path.slice(0, half), between, ...path.slice(-half)].join(' -> ');
}
