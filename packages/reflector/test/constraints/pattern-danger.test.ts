import { patternDanger } from '../../src/constraints/patterns/pattern-danger.js';

const dangerOf = (pattern: string, maxLength?: number) =>
  patternDanger(new RegExp(pattern, 'u'), { where: 'x', maxLength });

test.each([
  ...['^[a-z]+$', '^[\\w-]+@[\\w.]+$', '^\\d{4}-\\d{2}-\\d{2}$', 'abc', '^(?:GET|POST)$', '^#[0-9a-fA-F]{6}$'],
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

test('polynomial time is an error unless the text is short', () => {
  expect(dangerOf('^a*a*b')?.code).toBe('HAFT1105');
  expect(dangerOf('^a*a*b', 1000)).toBeUndefined();
});
