import { isObject } from '@haft/schema/internal';
import { mergeParts } from '../replies/merge-delta.js';
import { isNothing } from '../replies/is-nothing.js';
import { optionalText, type ReplyReader } from '../replies/reply-reader.js';
import { wholeText } from '../replies/whole-text.js';

/**
 * Returns the model's text for the user. Some servers send a list of parts that includes thoughts.
 */
export function chatText(content: unknown, reader: ReplyReader): string {
  if (!Array.isArray(content)) return reader.text(content, 'content');
  return reader.objects(content, 'content').map(textOf).join('');
}

/**
 * Appends the content of a delta to the content so far.
 *
 * @returns the content so far. It changes a list in place.
 */
export function joinedContent(before: unknown, more: unknown, reader: ReplyReader): unknown {
  if (more === undefined || more === null) return before;
  if (!Array.isArray(more) && !Array.isArray(before)) {
    return `${optionalText(before) ?? ''}${reader.text(more, 'content')}`;
  }
  const parts: unknown[] = Array.isArray(before) ? before : partsOf(before, reader);
  for (const part of partsOf(more, reader)) addPart(parts, part);
  return parts;
}

/**
 * Returns the content after the whole of it came, when pieces of it may have come before.
 *
 * @param isGrowing - whether the content so far came as wholes too
 */
export function wholeContent(before: unknown, whole: unknown, isGrowing: boolean, reader: ReplyReader): unknown {
  if (isNothing(whole)) return before;
  const [known, text] = [chatText(before, reader), chatText(whole, reader)];
  // A list of thoughts takes no text away.
  if (text === '' && known !== '') return joinedContent(before, whole, reader);
  const all = wholeText(known, text, isGrowing);
  if (all === text && (all !== known || Array.isArray(whole))) return joinedContent(undefined, whole, reader);
  return all === known ? before : joinedContent(before, whole, reader);
}

function partsOf(content: unknown, reader: ReplyReader): unknown[] {
  if (Array.isArray(content)) return [...reader.objects(content, 'content')];
  const text = reader.text(content, 'content');
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Adds a part. Appends text to the text before it, and thoughts to thoughts. */
function addPart(parts: unknown[], part: unknown): void {
  const last = parts.at(-1);
  if (!isObject(last) || !isObject(part) || last['type'] !== part['type'] || part['index'] !== undefined) {
    mergeParts(parts, [part]);
  } else if (isOnly(part, 'text') && typeof part['text'] === 'string' && typeof last['text'] === 'string') {
    last['text'] += part['text'];
  } else if (isOnly(part, 'thinking') && Array.isArray(part['thinking']) && Array.isArray(last['thinking'])) {
    for (const one of part['thinking']) addPart(last['thinking'], one);
  } else mergeParts(parts, [part]);
}

function isOnly(part: object, key: string): boolean {
  return Object.keys(part).every((one) => one === 'type' || one === key);
}

function textOf({ type, text }: Record<string, unknown>): string {
  return type === 'text' || type === 'output_text' ? (optionalText(text) ?? '') : '';
}
