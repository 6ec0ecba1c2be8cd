import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { JobProcess } from '../src/job-process.js';
import { bundledProcess } from './support/bundled-process.js';
import { bundledProgram } from './support/bundled-program.js';
import { jobPrograms } from './support/job-program.js';
import { processEnded } from './support/process-ended.js';

const program = jobPrograms();
const processes: JobProcess<unknown, unknown>[] = [];
const working = (work: string, megabytes = 64): JobProcess<unknown, unknown> => {
  const process = new JobProcess(program(work), megabytes);
  processes.push(process);
  return process;
};
afterEach(() => Promise.all(processes.splice(0).map((process) => process.end())));

/** Ways to use up memory. In a thread, the first and the third would end this process too. */
const HUNGRY: readonly (readonly [string, string])[] = [
  ['one large object', '() => new Array(2e7).fill(1.5).length'],
  ['many small objects', '() => { const all = []; for (;;) all.push({ a: all.length }); }'],
  ['many large objects', '() => { const all = []; for (;;) all.push(new Array(4e6).fill(1.5)); }'],
  ['one large text', `() => { let text = 'x'; for (;;) { text += text; JSON.stringify(text); } }`],
];

describe('JobProcess', () => {
  it('replies to each job [TOOL-7]', async () => {
    const process = working('({ text }) => text.toUpperCase()');
    const replies = ['a', 'b', '\ud83d'].map((text) => process.ask({ text }));
    expect(await Promise.all(replies)).toEqual(['A', 'B', '\ud83d']);
  });

  it.each(HUNGRY)('ends alone if its job has %s [TOOL-7]', async (_what, work) => {
    const process = working(work, 32);
    await expect(process.ask({})).rejects.toThrow();
    expect(process.isOver).toBe(true);
    await expect(process.ask({})).rejects.toThrow();
  });

  it.each([
    ['a job fails', `() => { throw new Error('secret'); }`],
    ['its program exits', '() => process.exit()'],
    ['its program has a mistake', ')'],
  ])('refuses all jobs if %s [TOOL-7]', async (_what, work) => {
    const process = working(work);
    const errors = await Promise.allSettled([process.ask({}), process.ask({})]);
    expect(errors.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(errors.map((one) => String((one as PromiseRejectedResult).reason)).join()).not.toContain('secret');
  });

  it('ends during a job [TOOL-7]', async () => {
    const process = working('() => { for (;;); }');
    const refused = expect(process.ask({})).rejects.toThrow('The process has ended.');
    await process.end();
    await refused;
  });

  it('has neither the environment nor the flags of the application [TOOL-7]', async () => {
    const process = working('() => [Object.keys(process.env), process.execArgv]');
    expect(await process.ask({})).toEqual([
      expect.not.arrayContaining(['PATH', 'HOME', 'NODE_ENV', 'NODE_OPTIONS']),
      ['--max-old-space-size=64'],
    ]);
  });

  describe('ends with the application', () => {
    const folder = mkdtempSync(join(tmpdir(), 'haft-application-'));
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });
    const source = JSON.stringify(join(import.meta.dirname, '../src/job-process.ts'));
    const start = bundledProcess(folder, `import { JobProcess } from ${source};`, ['JobProcess']);
    const url = JSON.stringify(program('() => process.pid'));
    const asks = `const jobs = new JobProcess(new URL(${url}), 64); console.log(await jobs.ask({}));`;

    it('and not by Ctrl+C, which reaches all processes of a terminal [TOOL-7]', async () => {
      const answers = JSON.stringify(join(import.meta.dirname, '../src/answer-jobs.ts'));
      const file = join(folder, 'answers.ts');
      writeFileSync(file, `import { answerJobs } from ${answers}; answerJobs(() => process.pid);`);
      const jobs = new JobProcess<object, number>(pathToFileURL(bundledProgram(file, join(folder, 'answers.mjs'))), 64);
      processes.push(jobs as JobProcess<unknown, unknown>);
      const pid = await jobs.ask({});
      process.kill(pid, 'SIGINT');
      expect(await jobs.ask({})).toBe(pid);
    });

    it.each([
      ['by itself', `${asks} jobs.unref();`],
      ['by a signal', `${asks} process.kill(process.pid, 'SIGKILL');`],
    ])('which ends %s [TOOL-7]', async (_how, code) => {
      const application = start(code);
      const [[pid]] = await Promise.all([once(application.stdout!, 'data'), once(application, 'exit')]);
      await expect(processEnded(Number(pid))).resolves.toBeUndefined();
    });
  });
});
