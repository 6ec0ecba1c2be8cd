import { callIdOf } from '../calls/call-id.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { BedrockAssistantMessage, BedrockReply, BedrockReplyBlock, BedrockToolUse } from './bedrock-types.js';
import { stoppedBy } from './stopped-by.js';

/** The turn of a whole reply. */
export function readBedrock<Block extends BedrockReplyBlock>({
  output,
  stopReason,
}: BedrockReply<Block>): ModelTurn<BedrockAssistantMessage<Block>> {
  const content = output?.message?.content ?? [];
  const calls: IdentifiedCall[] = [];
  for (const block of content) {
    const sent = toolUseOf(block);
    if (sent === undefined) continue;
    calls.push({ id: callIdOf(sent.toolUseId, calls), name: plainName(sent.name ?? ''), arguments: sent.input ?? {} });
  }
  return bedrockTurn(content, calls, stoppedBy(stopReason));
}

/** The turn of blocks whose calls are read. */
export function bedrockTurn<Block extends BedrockReplyBlock>(
  content: readonly Block[],
  read: readonly IdentifiedCall[],
  stopped: string | undefined,
): ModelTurn<BedrockAssistantMessage<Block>> {
  const last = content.at(-1);
  const calls = truncatedLast(read, stopped, last !== undefined && toolUseOf(last) !== undefined);
  let index = 0;
  const blocks = content.flatMap((block) => {
    // Bedrock refuses to read an empty text.
    if (block.text === '') return [];
    const sent = toolUseOf(block);
    const call = sent === undefined ? undefined : calls[index++];
    return [call === undefined ? block : { ...block, toolUse: { ...sent, ...replayedToolUse(call) } }];
  });
  const history: BedrockAssistantMessage<Block>[] = blocks.length === 0 ? [] : [{ role: 'assistant', content: blocks }];
  return { calls, history, text: content.map(({ text = '' }) => text).join(''), stopped };
}

/** A call of one of our tools. Those of the provider's own run there. */
export function toolUseOf({ toolUse }: BedrockReplyBlock): BedrockToolUse | undefined {
  return toolUse?.type === undefined ? toolUse : undefined;
}

function replayedToolUse(call: IdentifiedCall): { toolUseId: string; name: string; input: BedrockToolUse['input'] } {
  const { id, name } = call;
  return { toolUseId: id, name: replayedName(name), input: replayedCallArguments(call) as BedrockToolUse['input'] };
}
