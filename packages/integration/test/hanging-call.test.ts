import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const script = `${import.meta.dirname}/fixtures/hanging-call.mjs`;

/** What came of the calls of these tools, in a process that has nothing else to wait for. */
function inFreshProcess(...tools: readonly string[]): { answers: unknown[]; seconds: number } {
  const started = Date.now();
  const text = execFileSync(process.execPath, [script, ...tools], { encoding: 'utf8', timeout: 30_000 });
  const answers = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { answers, seconds: (Date.now() - started) / 1000 };
}

const timedOut = { status: 'failed', text: 'Timed out after 5 seconds.' };

describe('a process that has nothing to do but calls of tools', () => {
  it('lives until the deadline of a tool that hangs, and is told of it', () => {
    const { answers } = inFreshProcess('answer', 'hang', 'answer');
    expect(answers).toMatchObject([{ status: 'success' }, timedOut, { status: 'success' }]);
  });

  it('ends after the last call', () => {
    const { answers, seconds } = inFreshProcess('answer');
    expect(answers).toMatchObject([{ status: 'success' }]);
    expect(seconds).toBeLessThan(5);
  });
});
