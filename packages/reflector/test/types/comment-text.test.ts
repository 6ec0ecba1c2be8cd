import { describe, expect, it } from '@jest/globals';
import { withTagsOnly } from '../../src/program/comment-text.js';
import { onlyTool, readMembers } from '../support/read-fixture.js';

/* An `@` in a text is text. Only one that starts a tag ends the text before it. */

describe('a comment', () => {
  it.each([
    ['a word', '/** Posts to @everyone at once. */', 'Posts to @everyone at once.'],
    ['a package', '/** An npm scope such as @acme/widgets is fine. */', 'An npm scope such as @acme/widgets is fine.'],
    ['a package at the start', '/** @acme/widgets is fine. */', '@acme/widgets is fine.'],
    ['a lonely sign', '/** Counts @ signs. */', 'Counts @ signs.'],
    ['an address', '/** Mails to a@b.example and @c. */', 'Mails to a@b.example and @c.'],
    ['a fence', '/**\n   * A:\n   * ```\n   * @Tool()\n   * ```\n   */', 'A:\n```\n@Tool()\n```'],
    ['a link', '/** Like {@link Other} of @acme. */', 'Like Other of @acme.'],
    ['a tag', '/** Old. @deprecated Use @acme/new. */', 'Old.'],
  ])('keeps an @ that begins no tag: %s [DOC-1]', (_title, comment, expected) => {
    expect(onlyTool(readMembers(`  ${comment}\n  @Tool() a(): void {}`)).description).toBe(expected);
  });

  it('keeps an @ in the text of tags, of properties and next to parameters', () => {
    const tool = onlyTool(
      readMembers(
        `  /** A.
   * @param c special characters (e.g., !, @, #)
   * @returns what @alice said. */
  @Tool() a(c: string, /** Of @bob. */ d: string, e: E): string { return c; }`,
        '/** For @carol. */ interface E { /** By @dave. @minLength 3 */ by: string; /** To @all */ to: string }',
      ),
    );
    expect(tool.arguments.schema.properties).toMatchObject({
      c: { description: 'special characters (e.g., !, @, #)' },
      d: { description: 'Of @bob.' },
      e: {
        description: 'For @carol.',
        properties: { by: { description: 'By @dave.', minLength: 3 }, to: { description: 'To @all' } },
      },
    });
    expect(tool.result?.schema.description).toBe('what @alice said.');
  });

  it('HAFT1033: may begin a line with a tag that no tool knows, which is said with its text', () => {
    const { diagnostics } = readMembers(
      `  /** Mentions:\n   * @everyone and others.\n   * @marker\n   */\n  @Tool() a(x: { /** @who knows */ y: string }): void {}`,
    );
    expect(diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`)).toEqual([
      "HAFT1033 10 Haft ignores the text after '@everyone' of 'a': and others.",
      "HAFT1033 10 Haft ignores the text after '@who' of 'y': knows",
    ]);
  });

  it('keeps the places of everything behind it', () => {
    const { diagnostics } = readMembers('  /** Posts to @everyone. */\n  @Tool() a(x: any): void {}');
    expect(diagnostics.find((one) => one.code === 'HAFT1042')).toMatchObject({ line: 7, column: 13 });
  });

  it('is as long with its stand-ins as without', () => {
    const comment = '/** A @b c.\n * @param d @e\n */';
    expect(withTagsOnly(comment)).toHaveLength(comment.length);
    expect(withTagsOnly(comment).match(/@\w+/g)).toEqual(['@param']);
  });

  it('leaves strings as they are', () => {
    const tool = onlyTool(readMembers("  /** A @b. */\n  @Tool({ description: '/** To @b */' }) a(): void {}"));
    expect(tool.description).toBe('/** To @b */');
  });
});
