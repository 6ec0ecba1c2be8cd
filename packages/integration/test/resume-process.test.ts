import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';

const script = `${import.meta.dirname}/fixtures/resume-process.mjs`;

function inFreshProcess(task: 'pause' | 'resume', input = '', secret = 'shared'): string {
  return execFileSync(process.execPath, [script, task], {
    input,
    encoding: 'utf8',
    env: { ...process.env, PENDING_SECRET: secret },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

describe('a run that waits [HITL-9]', () => {
  let pending: string;
  beforeAll(() => {
    pending = inFreshProcess('pause');
  });

  it('continues in a process that has never seen it', () => {
    const { runId } = JSON.parse(pending) as { readonly runId: string };
    expect(JSON.parse(inFreshProcess('resume', pending))).toMatchObject([
      { status: 'success', callId: 'c1', text: `paid 5 for Ada in ${runId}` },
    ]);
  });

  it('does not, when its JSON was changed on the way', () => {
    const forged = pending.replaceAll('"amount":5', '"amount":5000');
    expect(() => inFreshProcess('resume', forged)).toThrow('HAFT_INVALID_PENDING');
  });

  it('does not in a process with another secret', () => {
    expect(() => inFreshProcess('resume', pending, 'another')).toThrow('HAFT_INVALID_PENDING');
  });
});
