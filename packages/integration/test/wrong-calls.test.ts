import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject } from '@haft/reflector';
import { createRuntime, type ToolOutcome } from 'haft';
import type { ReflectedToolsets } from 'haft/reflected';

/*
 * 110 wrong calls of real toolsets, and the first prompt that a model reads. Read `prompts.md`:
 * `UPDATE_PROMPTS=1` writes it anew.
 */

const FIXTURES = join(import.meta.dirname, 'fixtures/wrong-calls');
const GOLDEN = join(FIXTURES, 'prompts.md');

interface WrongCall {
  readonly tool: string;
  /** An object, or the text that a model sent. */
  readonly arguments: unknown;
  /** The places of the planted mistakes. Empty for a text that is not JSON. */
  readonly mistakes: readonly string[];
}

const calls = JSON.parse(readFileSync(join(FIXTURES, 'calls.json'), 'utf8')) as readonly WrongCall[];
const outcomes: ToolOutcome[] = [];
let golden = '';

beforeAll(async () => {
  const out = join(FIXTURES, 'src/toolsets.gen.ts');
  const { diagnostics } = await buildProject({ tsconfig: join(FIXTURES, 'tsconfig.json'), out, cache: false });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets };
  const runtime = createRuntime({ toolsets });
  for (const call of calls) outcomes.push(await runtime.startRun().call({ name: call.tool, arguments: sentBy(call) }));
  if (process.env['UPDATE_PROMPTS'] === '1') writeFileSync(GOLDEN, page());
  golden = readFileSync(GOLDEN, 'utf8');
}, 60_000);

function sentBy({ arguments: sent }: WrongCall): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}

function page(): string {
  const sections = calls.map((call, index) => {
    const prompt = outcomes[index]?.text ?? '';
    return `## ${index + 1}. ${call.tool}\n\n\`\`\`\`text\n${sentBy(call)}\n\`\`\`\`\n\n\`\`\`\`text\n${prompt}\n\`\`\`\`\n`;
  });
  return `# The first prompt after a wrong call\n\n${sections.join('\n')}`;
}

describe('the first prompt after a wrong call [ERR-1, ERR-7]', () => {
  it('is the golden text', () => {
    expect(calls).toHaveLength(110);
    expect(page()).toBe(golden);
  });

  it('names every planted mistake', () => {
    const missing = calls.flatMap(({ mistakes }, index) => {
      const text = outcomes[index]?.text ?? '';
      return mistakes.filter((place) => !text.includes(`- ${place}`)).map((place) => `${index + 1}: ${place}`);
    });
    expect(missing).toEqual([]);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['retry']));
  });

  it('has at most 170 characters in the median', () => {
    const lengths = outcomes.map(({ text }) => text.length).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(170);
  });
});
