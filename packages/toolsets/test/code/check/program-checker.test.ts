import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hasTypeScript } from '../../../src/code/check/has-typescript.js';
import { ProgramChecker, type ProgramCheckerOptions } from '../../../src/code/check/program-checker.js';
import { jobPrograms } from '../../support/job-program.js';
import { bundleCheckProgram } from './bundle-check-program.js';
import { orderTools } from './order-tools.js';

let program: URL;
beforeAll(async () => {
  program = await bundleCheckProgram();
});
afterAll(() => {
  rmSync(dirname(fileURLToPath(program)), { recursive: true });
});

const checkers: ProgramChecker[] = [];
const checking = (options: ProgramCheckerOptions = {}): ProgramChecker => {
  const checker = new ProgramChecker({ program, timeoutMs: 60_000, ...options });
  checkers.push(checker);
  return checker;
};
afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(checkers.splice(0).map((checker) => checker.dispose()));
});

const { signal } = new AbortController();
/** Only the timers of the checker are moved. */
const CLOCK = { doNotFake: ['nextTick' as const, 'setImmediate' as const, 'queueMicrotask' as const] };
const written = jobPrograms();
/** Answers each job with the number of its process. */
const TELLS_PROCESS = `() => [{ line: process.pid, column: 1, message: '' }]`;

describe('the check of programs in a process', () => {
  it('reports problems at the lines and columns of the code [CODE-1]', async () => {
    const checker = checking();
    expect(await checker.check('return await tools.order_find({ id: "a" });', orderTools, signal)).toEqual([]);
    expect(await checker.check('\n  return await tools.order_find({ id: 5 });', orderTools, signal)).toEqual([
      { line: 2, column: 35, message: "Type 'number' is not assignable to type 'string'." },
    ]);
  });

  it('checks each program against its own tools [CODE-1]', async () => {
    const checker = checking();
    const code = 'return await tools.order_find({ id: "a" });';
    const [find, ...others] = orderTools;
    const checks = [orderTools, others, [find].flatMap((one) => one ?? []), others].map((tools) =>
      checker.check(code, tools, signal),
    );
    expect((await Promise.all(checks)).map((problems) => problems?.length)).toEqual([0, 1, 0, 1]);
  });

  it('reports at most 10 problems, the first ones [CODE-1]', async () => {
    const code = Array.from({ length: 30 }, (_, index) => `missing${String(index)};`).join('\n');
    const problems = await checking().check(code, [], signal);
    expect(problems?.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('keeps its process for later checks and starts another one if it ends [CODE-1]', async () => {
    const checker = checking({ program: written(TELLS_PROCESS) });
    const pid = async (): Promise<number | undefined> => (await checker.check('', [], signal))?.[0]?.line;
    const first = await pid();
    expect(await Promise.all([pid(), pid()])).toEqual([first, first]);
    await checker.dispose();
    expect(await pid()).not.toBe(first);
  });

  it('does not check a program if the process fails, ends or does not start [CODE-1]', async () => {
    const failing = checking({ program: written('() => { throw new Error(); }') });
    const ending = checking({ program: written('() => process.exit()') });
    const missing = checking({ program: new URL('./none.js', import.meta.url) });
    for (const checker of [failing, ending, missing]) {
      expect(await checker.check('', [], signal)).toBeUndefined();
      expect(await checker.check('', [], signal)).toBeUndefined();
    }
  });

  it('ends a process whose time is over [CODE-1]', async () => {
    jest.useFakeTimers(CLOCK);
    const program = written(`({ code }) => { while (code === 'slow'); return []; }`);
    const checker = checking({ program, timeoutMs: 2_000 });
    const slow = checker.check('slow', [], signal);
    jest.advanceTimersByTime(2_000);
    expect(await slow).toBeUndefined();
    expect(await checker.check('fast', [], signal)).toEqual([]);
  });

  it('ends with the reason of the signal, and keeps the process [CODE-1]', async () => {
    const checker = checking({ program: written(TELLS_PROCESS) });
    const before = await checker.check('', [], signal);
    const controller = new AbortController();
    const aborted = checker.check('', [], controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(aborted).rejects.toThrow('cancelled');
    await expect(checker.check('', [], controller.signal)).rejects.toThrow('cancelled');
    expect(await checker.check('', [], signal)).toEqual(before);
  });

  it('does not keep the application running for a check that the caller left [CODE-1]', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const checker = checking({ program: written('() => new Promise(() => undefined)') });
    const controller = new AbortController();
    const before = timers();
    const left = checker.check('', [], controller.signal);
    expect(timers()).toBe(before + 1);
    controller.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    expect(timers()).toBe(before);
  });

  it('ends its process if there are no checks for five minutes [CODE-1]', async () => {
    jest.useFakeTimers(CLOCK);
    const checker = checking({ program: written(TELLS_PROCESS) });
    const first = await checker.check('', [], signal);
    jest.advanceTimersByTime(299_000);
    expect(await checker.check('', [], signal)).toEqual(first);
    jest.advanceTimersByTime(300_000);
    expect(await checker.check('', [], signal)).not.toEqual(first);
  });

  it('needs an installed TypeScript with the API of its compiler [CODE-1]', () => {
    expect(hasTypeScript()).toBe(true);
    expect(hasTypeScript(pathToFileURL('/nowhere/file.js').href)).toBe(false);
  });
});
