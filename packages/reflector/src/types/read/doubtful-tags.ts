import type { Finding } from '../../diagnostics/diagnostics.js';
import { isKeywordTag, isKnownTag } from '../../program/known-tags.js';
import type { Comment } from './comments.js';

/**
 * Reports words after an `@` that may be meant otherwise: tags that no tool knows, whose text is
 * lost, and known tags inside a line, which are text.
 */
export function doubtfulTags({ tags, unclear }: Pick<Comment, 'tags' | 'unclear'>, name: string): readonly Finding[] {
  const lost = tags
    .filter((tag) => tag.text !== '' && !isKnownTag(tag.name))
    .map((tag) => ({
      code: 'HAFT1033' as const,
      message: `Haft ignores the text after '@${tag.name}' of '${name}': ${shortened(tag.text)}`,
      fix: `If it is text and no tag, begin the line with another word, or write '\`@${tag.name}\`'.`,
    }));
  const kept = unclear.map((tag) => ({
    code: 'HAFT1033' as const,
    message: `Haft reads '@${tag}' inside a line of the comment of '${name}' as text, not as a tag.`,
    fix: `Write '\`@${tag}\`' if it is text, or begin a line with the tag.`,
  }));
  return [...lost, ...kept];
}

/**
 * Returns a comment without the keywords inside its lines, which certainly are text: it is on code,
 * where a keyword has no effect.
 */
export function withoutKeywords({
  tags,
  unclear,
}: Pick<Comment, 'tags' | 'unclear'>): Pick<Comment, 'tags' | 'unclear'> {
  return { tags, unclear: unclear.filter((tag) => !isKeywordTag(tag)) };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
