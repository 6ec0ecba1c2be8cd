import { readFile } from 'node:fs/promises';
import type { DeferralRequest, ToolDefinition, ToolOutcome } from 'haft';
import type { Turn } from './scripted-model.js';
import { block, heading, say, shortened, styled } from './stage.js';

/** The beginning of the class, from its source. */
export async function showTheClass(): Promise<void> {
  heading('The class, as you write it (src/task-toolset.ts)');
  const source = await readFile(new URL('../src/task-toolset.ts', import.meta.url), 'utf8');
  const region = /\/\/ #region toolset\n([^]*?)\s*\/\/ #endregion/.exec(source)?.[1] ?? source;
  block('│', `${region}\n\n  // ... add, finish\n}`, 'cyan');
}

/** All tools by name, and one of them in full. */
export function showTools(definitions: readonly ToolDefinition[]): void {
  heading('What the model sees');
  for (const { name, description } of definitions) say(`${styled('bold', name.padEnd(12))} ${description}`);
  const [first] = definitions;
  if (first === undefined) return;
  say();
  say(`The arguments of ${styled('bold', first.name)} in full. RunContext is not among them, and no model can set it:`);
  block('│', schemaText(first.parameters), 'cyan');
}

/** JSON with a line for each argument. */
function schemaText(schema: ToolDefinition['parameters']): string {
  const members = Object.entries(schema).map(([key, value]) => {
    const text = key === 'properties' ? propertiesText(value as object) : JSON.stringify(value);
    return `  "${key}": ${text}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

function propertiesText(properties: object): string {
  const members = Object.entries(properties).map(([name, schema]) => `    "${name}": ${JSON.stringify(schema)}`);
  return `{\n${members.join(',\n')}\n  }`;
}

const MARKS = {
  success: ['✓', 'green'],
  retry: ['↻', 'yellow'],
  failed: ['✗', 'red'],
  denied: ['✗', 'red'],
  deferred: ['…', 'magenta'],
  interrupted: ['…', 'magenta'],
} as const satisfies Record<ToolOutcome['status'], readonly [string, string]>;

/** Shows the calls of the model and the texts that it reads. */
export function showTurn({ title, calls }: Turn, outcomes: readonly ToolOutcome[]): void {
  heading(title);
  for (const outcome of outcomes) {
    const call = calls.find(({ id }) => id === outcome.callId);
    const [mark, style] = MARKS[outcome.status];
    say(`${styled('dim', 'model sends')}  ${styled('bold', call?.name ?? '')} ${shortened(String(call?.arguments))}`);
    for (const { kind, from, to } of outcome.repairs) say(styled('dim', `   repaired  (${kind}) ${from} -> ${to}`));
    say(`${styled('dim', '  and reads')}  ${styled(style, `${mark} ${outcome.status}`)}`);
    block('           │', outcome.text, style);
  }
}

/** Shows the requests that wait for the decision of the user. */
export function showRequests(requests: readonly DeferralRequest[]): void {
  heading('The user is asked');
  for (const { kind, tool, arguments: args } of requests) say(`${kind}  ${tool} ${JSON.stringify(args)}`);
}
