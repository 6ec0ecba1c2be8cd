import { describe, expect, it, jest } from '@jest/globals';
import * as core from '../src/index.js';

type Core = typeof core;

/** Objects that one package throws or returns and another one must recognise. */
const INSTANCES: readonly [keyof Core, (from: Core) => object][] = [
  ['HaftError', ({ HaftError }) => new HaftError('HAFT_WIRING', 'No.', { hint: 'Do it otherwise.' })],
  ['ModelRetry', ({ ModelRetry }) => new ModelRetry('Give a path.')],
  ['ToolFailed', ({ ToolFailed }) => new ToolFailed('No such host.')],
  ['StopRun', ({ StopRun }) => new StopRun('Enough.')],
  ['ApprovalRequired', ({ ApprovalRequired }) => new ApprovalRequired({ cost: 3 })],
  ['CallDeferred', ({ CallDeferred }) => new CallDeferred()],
  ['ToolResult', ({ ToolResult }) => new ToolResult({ value: 1 })],
  ['RunContext', ({ RunContext }) => Object.create(RunContext.prototype as object) as object],
];

async function otherCopy(): Promise<Core> {
  jest.resetModules();
  return import('../src/index.js');
}

type Constructor = new () => object;

const refuse = (): never => {
  throw new Error('Ask somebody else.');
};
/** A tool may throw or return anything. */
const HOSTILE = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse });

describe.each(INSTANCES)('%s', (name, make) => {
  const own = core[name] as unknown as Constructor;

  it('is recognised in another copy of this package', async () => {
    const other = await otherCopy();
    expect(other[name]).not.toBe(own);
    expect(make(other)).toBeInstanceOf(own);
    expect(make(core)).toBeInstanceOf(other[name] as unknown as Constructor);
  });

  it('is nothing else', () => {
    for (const [otherName, makeOther] of INSTANCES) {
      if (otherName !== name) expect(makeOther(core)).not.toBeInstanceOf(own);
    }
    for (const value of [new Error('no'), { name }, null, undefined, name, HOSTILE]) {
      expect(value instanceof own).toBe(false);
    }
  });

  it('when extended, has instances of its own only', () => {
    class Special extends own {}
    const special = Object.create(Special.prototype) as object;
    expect(special).toBeInstanceOf(own);
    expect(special).toBeInstanceOf(Special);
    expect(make(core)).not.toBeInstanceOf(Special);
  });
});
