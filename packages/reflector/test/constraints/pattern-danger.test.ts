import { jest } from '@jest/globals';
import { patternDanger } from '../../src/constraints/patterns/pattern-danger.js';

const dangerOf = (pattern: string, maxLength?: number) =>
  patternDanger(new RegExp(pattern, 'u'), { where: 'x', maxLength });

test.each([
  ...['^[a-z]+$', '^[\\w-]+@[\\w.]+$', '^\\d{4}-\\d{2}-\\d{2}$', 'abc', '^(?:GET|POST)$', '^#[0-9a-fA-F]{6}$'],
  ...[
    '^(?!tmp)[a-z]+$',
    '^(?!.*--)[a-z-]+$',
    '^(?=.*[0-9])[a-z0-9]{8,40}$',
    '^(?!con$|nul$)[a-z]+$',
    '^(?!.*__)[a-z_]+$',
  ],
  ...['^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)$', '^(?:[A-Za-z0-9+/]{4})*$'],
])('%s is safe', (pattern) => {
  expect(dangerOf(pattern)).toBeUndefined();
});

test.each(['^(a+)+$', '(x+x+)+y', '^(\\w+\\s?)*$', '^(a|a)*$', '^(?=(a+)+$)x'])(
  '%s is an error [NEW-14]',
  (pattern) => {
    expect(dangerOf(pattern)?.code).toBe('HAFT1105');
    expect(dangerOf(pattern)?.severity).toBeUndefined();
  },
);

test('a text that would take very long is shown [NEW-14]', () => {
  expect(dangerOf('^(a+)+$')?.message).toContain(`for example for 'a' + 'a'.repeat(`);
});

test.each(['^(?=x)(a+)+$', '^(?!(a+)+$)x', '^(?=.*[0-9])(?!(a|a)*$)[a-z0-9]+$'])(
  '%s is an error for one of its parts [NEW-14]',
  (pattern) => {
    expect(dangerOf(pattern)).toMatchObject({ code: 'HAFT1105' });
    expect(dangerOf(pattern)?.severity).toBeUndefined();
  },
);

test.each(['^(?=a)b|(c+)+$', '^(?:(?!a)x)*(y+)+$'])('%s is analysed as a whole', (pattern) => {
  expect(dangerOf(pattern)?.code).toBe('HAFT1105');
});

test('the result does not depend on the clock', () => {
  const now = jest.spyOn(performance, 'now');
  const date = jest.spyOn(Date, 'now');
  try {
    expect(dangerOf('^(\\w)\\1+[a-z]+(?<!-)$')).toMatchObject({ code: 'HAFT1105', severity: 'warning' });
    expect([now.mock.calls.length, date.mock.calls.length]).toEqual([0, 0]);
  } finally {
    now.mockRestore();
    date.mockRestore();
  }
});

test('polynomial time is an error unless the text is short', () => {
  expect(dangerOf('^a*a*b')?.code).toBe('HAFT1105');
  expect(dangerOf('^a*a*b', 1000)).toBeUndefined();
});
