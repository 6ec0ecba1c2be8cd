import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const script = `${import.meta.dirname}/fixtures/hanging-call.mjs`;

/** Returns the outcomes of calls of these tools, in a process that waits for nothing else. */
function inFreshProcess(...tools: readonly string[]): readonly unknown[] {
  const text = execFileSync(process.execPath, [script, ...tools], { encoding: 'utf8', timeout: 60_000 });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const timedOut = { status: 'failed', text: 'Timed out after 5 seconds.' };

describe('a process that has nothing to do but calls of tools', () => {
  it('lives until the deadline of a tool that hangs, and is told of it', () => {
    const answers = inFreshProcess('answer', 'hang', 'answer');
    expect(answers).toMatchObject([{ status: 'success' }, timedOut, { status: 'success' }]);
  }, 70_000);

  it('ends after the last call, and does not wait for its deadline of ten minutes', () => {
    expect(inFreshProcess('answer')).toMatchObject([{ status: 'success' }]);
  }, 70_000);
});
