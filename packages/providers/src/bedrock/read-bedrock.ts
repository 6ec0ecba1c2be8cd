import { isObject } from '@haft/schema/internal';
import { CallIds } from '../calls/call-ids.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import { wholeTurn } from '../replies/whole-turn.js';
import { stoppedBy } from './stopped-by.js';

/** The name of the API in errors. */
export const BEDROCK = 'Bedrock Converse';

/** Reads a whole reply. */
export function readBedrock<Message>(reply: unknown): ModelTurn<Message> {
  const reader = new ReplyReader(BEDROCK, reply);
  const { output, stopReason, $metadata: sdk } = reader.root();
  if (output === undefined && stopReason === undefined) return reader.fail('output', 'an object', output);
  const message = reader.optionalObject(reader.optionalObject(output, 'output')?.['message'], 'output.message');
  const content = reader.objects(message?.['content'], 'content');
  const turn = turnId(isObject(sdk) ? sdk['requestId'] : undefined);
  return bedrockTurn(content, stoppedBy(stopReason), reader, { turn }) as unknown as ModelTurn<Message>;
}

/**
 * Reads the turn of complete or assembled blocks.
 *
 * @param known.turn - the id of the request of the SDK. Events of a stream have none.
 * @param known.isCut - whether the stream ended inside a block
 */
export function bedrockTurn(
  content: readonly Fields[],
  stopped: string | undefined,
  reader: ReplyReader,
  { turn, isCut = () => false }: { readonly turn?: string | undefined; readonly isCut?: (block: Fields) => boolean },
): ModelTurn<{ role: 'assistant'; content: Fields[] }> {
  const ids = new CallIds(turn);
  const read = content.flatMap((block): IdentifiedCall[] => {
    const sent = toolUseOf(block, reader);
    if (sent === undefined) return [];
    const { toolUseId: id, name, input } = sent;
    const call = ids.call(id, { name: plainName(optionalText(name) ?? ''), arguments: input ?? {} });
    return [isCut(block) ? { ...call, truncated: true } : call];
  });
  const last = content.findLast(({ text }) => text !== '');
  const calls = truncatedLast(read, stopped, last !== undefined && toolUseOf(last, reader) !== undefined);
  let index = 0;
  const blocks = content.flatMap((block) => {
    // Bedrock rejects an empty text.
    if (block['text'] === '') return [];
    const sent = toolUseOf(block, reader);
    const call = sent === undefined ? undefined : calls[index++];
    return [call === undefined ? block : { ...block, toolUse: { ...sent, ...replayedToolUse(call) } }];
  });
  const text = content.map((block) => textOf(block, reader)).join('');
  return wholeTurn({
    calls,
    history: blocks.length === 0 ? [] : [{ role: 'assistant', content: blocks }],
    text,
    stopped,
  });
}

/** Returns the call of a Haft tool. Tools of the provider run there. */
export function toolUseOf({ toolUse }: Fields, reader: ReplyReader): Fields | undefined {
  const sent = reader.optionalObject(toolUse, 'toolUse');
  return fullText(sent?.['type']) === undefined ? sent : undefined;
}

function replayedToolUse(call: IdentifiedCall): Fields {
  const { id, name } = call;
  return { toolUseId: id, name: replayedName(name), input: replayedCallArguments(call) };
}

/** Returns the text of a block for the user. */
export function textOf({ text, citationsContent: cited }: Fields, reader: ReplyReader): string {
  const parts = reader.objects(
    reader.optionalObject(cited, 'citationsContent')?.['content'],
    'citationsContent.content',
  );
  return [{ text }, ...parts].map((part) => reader.text(part['text'], 'text')).join('');
}
