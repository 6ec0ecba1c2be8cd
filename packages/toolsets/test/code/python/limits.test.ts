import { processesWith } from '../../support/processes-with.js';
import { describePython, fakeBridge, markedProcess, runPython } from './support/run-python.js';

describePython('the limits of a program of Python', () => {
  it('stops a program after its time, with the printed text', async () => {
    const { marker, code } = markedProcess();
    const ended = await runPython(`${code}print("begun")\nimport time; time.sleep(1000)`, { seconds: 1 });
    expect(ended).toEqual({
      kind: 'ended',
      exitCode: null,
      logs: 'begun\n',
      error: 'execution timed out after 1s',
    });
    expect(processesWith(marker)).toEqual([]);
  });

  it('stops a program that waits for a call', async () => {
    const bridge = fakeBridge(() => new Promise(() => undefined));
    expect(await runPython('call_tool("a")', { seconds: 1, bridge })).toMatchObject({
      error: 'execution timed out after 1s',
    });
  });

  it('ends all processes when the signal aborts, and throws its reason', async () => {
    const cancel = new AbortController();
    const { marker, code } = markedProcess();
    const bridge = fakeBridge(() => {
      expect(processesWith(marker)).toHaveLength(1);
      cancel.abort(new Error('cancelled'));
      return new Promise(() => undefined);
    });
    const ended = runPython(`${code}call_tool("a")`, { bridge, signal: cancel.signal });
    await expect(ended).rejects.toThrow('cancelled');
    expect(processesWith(marker)).toEqual([]);
    await expect(runPython('print(1)', { signal: cancel.signal })).rejects.toThrow('cancelled');
  });

  it('ends a program that is cancelled before it begins', async () => {
    const cancel = new AbortController();
    const ended = runPython('while True: pass', { signal: cancel.signal });
    cancel.abort(new Error('cancelled'));
    await expect(ended).rejects.toThrow('cancelled');
  });

  it('throws the error of a bridge that breaks', async () => {
    const bridge = fakeBridge(() => Promise.reject(new Error('broken')));
    await expect(runPython('call_tool("a")', { bridge })).rejects.toThrow('broken');
    const waiting = fakeBridge(() => ({ kind: 'waits' }));
    await expect(runPython('call_tool("a")', { bridge: waiting })).rejects.toThrow('cannot wait for a decision');
  });

  it.each([
    ['more than 512 MB at once', {}, 'x = bytearray(600_000_000)'],
    ['many objects', { maxMemoryBytes: 64_000_000 }, 'x = []\nwhile True: x.append("a" * 1_000_000 + str(len(x)))'],
    [
      'shared memory',
      { maxMemoryBytes: 64_000_000 },
      'import mmap\nm = mmap.mmap(-1, 80_000_000)\nfor i in range(0, 80_000_000, 4096): m[i] = 1\nimport time; time.sleep(1000)',
    ],
    [
      'files',
      { maxMemoryBytes: 64_000_000 },
      'with open("/tmp/a", "wb") as f:\n  while True: f.write(b"a" * 1_000_000)',
    ],
  ])('stops a program that needs more memory than it may: %s', async (_, settings, code) => {
    const { error } = await runPython(code, { settings });
    if (error?.startsWith('OSError')) expect(error).toContain('No space left on device');
    else expect(error).toBe('out of memory');
  });

  it('keeps the beginning and the end of printed text', async () => {
    const { logs } = await runPython('print("first")\nfor i in range(20_000): print(i)\nprint("last")');
    expect(Buffer.byteLength(logs)).toBeLessThanOrEqual(64_000);
    expect(Buffer.byteLength(logs)).toBeGreaterThan(63_800);
    const [, before = '', left, after = ''] =
      /^([^]*)\n\[\.\.\. (\d+) bytes left out \.\.\.\]\n([^]*)$/.exec(logs) ?? [];
    expect(before).toMatch(/^first\n0\n1\n/);
    expect(after).toMatch(/\n19999\nlast\n$/);
    const numbers = Array.from({ length: 20_000 }, (_, index) => `${index}\n`).join('');
    expect(Number(left)).toBe(`first\n${numbers}last\n`.length - before.length - after.length);
  });

  it('keeps printed bytes that are not text within the limit', async () => {
    const { logs } = await runPython('import os\nfor i in range(100): os.write(1, b"\\xff" * 1_000)');
    expect(Buffer.byteLength(logs)).toBeLessThanOrEqual(64_000);
    expect(logs).toContain('bytes left out');
    // Each of these bytes has three as text: with the last one, 64,000.
    const exact = await runPython('import os; os.write(1, b"\\xff" * 21_333 + b"a")');
    expect(exact.logs).toBe(`${'\ufffd'.repeat(21_333)}a`);
  });

  it('ends a program that makes more than 256 calls', async () => {
    const bridge = fakeBridge();
    const ended = await runPython('while True: call_tool("a")', { bridge });
    expect(ended).toMatchObject({ exitCode: null, error: 'The program made more than 256 calls.' });
    expect(bridge.calls).toHaveLength(256);
  });
});
