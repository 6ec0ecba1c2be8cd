import { commentText } from '../../program/comment-text.js';

/**
 * Returns a comment as text for a model: links become their text. Returns undefined without a text.
 */
export function plainText(parsed: string): string | undefined {
  const text = commentText(parsed);
  const plain = (text.includes('{@') ? withoutLinks(text) : text).replaceAll('\r\n', '\n').trim();
  return plain === '' ? undefined : plain;
}

function withoutLinks(text: string): string {
  return text.replace(/\{@link(?:code|plain)?(\s[^{}]*)\}/g, (link, inside: string) => {
    const [target = ''] = /^[^|\s]*/.exec(inside.trim()) ?? [];
    const label = inside.trim().slice(target.length).trim().replace(/^\|/, '').trim();
    return target === '' ? link : label || target;
  });
}
