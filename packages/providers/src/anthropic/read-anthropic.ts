import { CallIds } from '../calls/call-ids.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { programOf } from '../calls/program-of.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import { wholeTurn } from '../replies/whole-turn.js';
import { stoppedBy } from './stopped-by.js';

/** The name of the API in errors. */
export const ANTHROPIC = 'Anthropic Messages';

/** Reads a whole reply. */
export function readAnthropic<Message>(reply: unknown): ModelTurn<Message> {
  const reader = new ReplyReader(ANTHROPIC, reply);
  const { id, content, stop_reason: stopReason } = reader.root();
  if (!Array.isArray(content)) return reader.fail('content', 'a list', content);
  const blocks = reader.objects(content, 'content');
  for (const [index, block] of blocks.entries()) reader.type(block, `content[${index}]`);
  return anthropicTurn(blocks, stoppedBy(stopReason), reader, { turn: turnId(id) }) as ModelTurn<Message>;
}

/**
 * Reads the turn of complete or assembled blocks.
 *
 * @param known.turn - the id of the reply
 * @param known.isCut - whether the stream ended inside a block
 */
export function anthropicTurn(
  content: readonly Fields[],
  stopped: string | undefined,
  reader: ReplyReader,
  { turn, isCut = () => false }: { readonly turn: string | undefined; readonly isCut?: (block: Fields) => boolean },
): ModelTurn<{ role: 'assistant'; content: Fields[] }> {
  const ids = new CallIds(turn);
  const sent = content.filter(isToolUse);
  const read = sent.map((block) => ({
    ...callOf(block, isCut(block), ids),
    ...programOf(block['caller'], 'tool_id', reader),
  }));
  const last = content.findLast((block) => !isRefused(block, reader));
  const calls = truncatedLast(read, stopped, last !== undefined && isToolUse(last));
  const blocks = replayedBlocks(content, calls, reader);
  const text = content.map((block) => textOf(block, reader)).join('');
  return wholeTurn({
    calls,
    history: blocks.length === 0 ? [] : [{ role: 'assistant', content: blocks }],
    text,
    stopped,
  });
}

/**
 * Returns whether a block calls a Haft tool. The host handles members of the provider's toolsets.
 */
export function isToolUse({ type, toolset_name: toolset }: Fields): boolean {
  return type === 'tool_use' && fullText(toolset) === undefined;
}

function callOf(block: Fields, isTruncated: boolean, ids: CallIds): IdentifiedCall {
  const call = ids.call(block['id'], { name: plainName(optionalText(block['name']) ?? '') });
  try {
    const read = { ...call, arguments: block['input'] ?? {} };
    return isTruncated ? { ...read, truncated: true } : read;
  } catch {
    // The SDK parses streamed arguments on access, and throws for invalid JSON.
    return { ...call, truncated: true };
  }
}

/**
 * Returns the blocks that a history may contain, with an object as the input of every call. Omits
 * empty texts, and thoughts without a signature because they were cut off. The provider rejects
 * both.
 */
function replayedBlocks(content: readonly Fields[], calls: readonly IdentifiedCall[], reader: ReplyReader): Fields[] {
  let index = 0;
  return content.flatMap((block) => {
    if (isRefused(block, reader)) return [];
    const call = isToolUse(block) ? calls[index++] : undefined;
    return [call === undefined ? block : replayedBlock(block, call)];
  });
}

function isRefused(block: Fields, reader: ReplyReader): boolean {
  if (block['type'] === 'text') return textOf(block, reader) === '';
  return block['type'] === 'thinking' && block['signature'] === '';
}

function replayedBlock(block: Fields, call: IdentifiedCall): Fields {
  const { id, name } = call;
  // Not a spread: it would read the old input, which may throw.
  const others = Object.keys(block).filter((key) => key !== 'input' && key !== 'toolset_name');
  const kept = Object.fromEntries(others.map((key) => [key, block[key]]));
  return { ...kept, id, name: replayedName(name), input: replayedCallArguments(call) };
}

function textOf({ type, text }: Fields, reader: ReplyReader): string {
  return type === 'text' ? reader.text(text, 'text of a block') : '';
}
