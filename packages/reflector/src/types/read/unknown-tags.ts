import type { Finding } from '../../diagnostics/diagnostics.js';
import { isKnownTag } from '../../program/comment-text.js';
import type { Tag } from './comments.js';

/** Reports the texts after tags that no tool knows: they may be meant as text. */
export function unknownTags(tags: readonly Tag[], name: string): readonly Finding[] {
  return tags
    .filter((tag) => tag.text !== '' && !isKnownTag(tag.name))
    .map((tag) => ({
      code: 'HAFT1033',
      message: `Haft ignores the text after '@${tag.name}' of '${name}': ${shortened(tag.text)}`,
      fix: `If it is text and no tag, begin the line with another word, or write '\`@${tag.name}\`'.`,
    }));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
