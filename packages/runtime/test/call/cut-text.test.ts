import { describe, expect, it } from '@jest/globals';
import { cutText, cutWithNote } from '@haft/core/internal';

describe('a text that is too long', () => {
  const words = 'A word of it. '.repeat(100);

  it.each([200, 305, 306, 307, 308, 1000])('ends with a whole word at %d characters', (limit) => {
    const [shown = ''] = cutWithNote(words, limit).split('... (');
    expect(words.startsWith(shown)).toBe(true);
    expect(words.charAt(shown.length)).toMatch(/\s/);
    expect(shown.length).toBeGreaterThan(limit - 40);
    expect(shown.length).toBeLessThanOrEqual(limit);
    expect(cutWithNote(words, limit)).toContain(`(truncated, ${shown.length} of ${words.length} characters)`);
  });

  it('is cut inside of a word that is very long, and in short texts', () => {
    expect(cutText('x'.repeat(500), 300)).toBe(`${'x'.repeat(297)}...`);
    expect(cutText('one two three', 9)).toBe('one tw...');
  });
});
