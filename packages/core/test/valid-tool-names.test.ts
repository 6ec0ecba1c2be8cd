import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HaftError, TOOL_NAME, validToolNames } from '../src/index.js';

describe('valid names for foreign tools', () => {
  it.each([
    ['list', 'list'],
    ['files.read', 'files_read'],
    ['read-file', 'read_file'],
    ['2fa', '_2fa'],
    ['größe', 'gr__e'],
    ['', '_'],
  ])('%j becomes %j', (original, name) => {
    expect(validToolNames([original]).get(original)).toBe(name);
  });

  it('cut long names and keep them apart by a hash', () => {
    const [a, b] = ['x'.repeat(80), `${'x'.repeat(79)}y`];
    const names = validToolNames([a, b]);
    expect(names.get(a)).toHaveLength(64);
    expect(names.get(a)).not.toBe(names.get(b));
    expect(names.get(a)?.slice(0, 56)).toBe('x'.repeat(56));
  });

  it('are an error that names both where two originals meet', () => {
    const meeting = (): unknown => validToolNames(['files.read', 'files_read']);
    expect(meeting).toThrow(HaftError);
    expect(meeting).toThrow("The tools 'files.read' and 'files_read' would both be named 'files_read'.");
  });

  it('take a repeated original for one tool', () => {
    expect([...validToolNames(['a.b', 'a.b'])]).toEqual([['a.b', 'a_b']]);
  });

  it('are valid, keep valid originals, and depend only on the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), fc.string({ maxLength: 9 }), (original, other) => {
        const name = validToolNames([original]).get(original) ?? '';
        expect(name).toMatch(TOOL_NAME);
        expect(validToolNames([name]).get(name)).toBe(name);
        const beside = validToolNames([`other.${other}.${original.length}`, original]);
        expect(beside.get(original)).toBe(name);
      }),
    );
  });
});
