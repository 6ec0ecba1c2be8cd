import { callIdOf } from '../calls/call-id.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type {
  AnthropicAssistantMessage,
  AnthropicReply,
  AnthropicReplyBlock,
  AnthropicToolUse,
} from './anthropic-types.js';
import { stoppedBy } from './stopped-by.js';

/** The turn of a whole reply. */
export function readAnthropic<Block extends AnthropicReplyBlock>({
  content,
  stop_reason: stopReason,
}: AnthropicReply<Block>): ModelTurn<AnthropicAssistantMessage<Block>> {
  const calls: IdentifiedCall[] = [];
  for (const block of content) if (isToolUse(block)) calls.push(callOf(block, calls));
  return anthropicTurn(content, calls, stoppedBy(stopReason));
}

/** The turn of blocks whose calls are read. */
export function anthropicTurn<Block extends AnthropicReplyBlock>(
  content: readonly Block[],
  read: readonly IdentifiedCall[],
  stopped: string | undefined,
): ModelTurn<AnthropicAssistantMessage<Block>> {
  const last = content.at(-1);
  const calls = truncatedLast(read, stopped, last !== undefined && isToolUse(last));
  const blocks = replayedBlocks(content, calls);
  const history: AnthropicAssistantMessage<Block>[] =
    blocks.length === 0 ? [] : [{ role: 'assistant', content: blocks }];
  return { calls, history, text: content.map(textOf).join(''), stopped };
}

/** A call of one of our tools. Members of the provider's own toolsets are the host's. */
export function isToolUse(block: AnthropicReplyBlock): block is AnthropicToolUse {
  return block.type === 'tool_use' && ((block as AnthropicToolUse).toolset_name ?? undefined) === undefined;
}

function callOf(block: AnthropicToolUse, before: readonly IdentifiedCall[]): IdentifiedCall {
  const call = { id: callIdOf(block.id, before), name: plainName(block.name) };
  try {
    return { ...call, arguments: block.input };
  } catch {
    // The SDK parses streamed arguments when they are read, and throws for what is no JSON.
    return { ...call, truncated: true };
  }
}

/**
 * The blocks as they may be repeated: without empty texts and thoughts that were not signed, since they were cut off, which are refused; and
 * with an object for the input of every call.
 */
function replayedBlocks<Block extends AnthropicReplyBlock>(
  content: readonly Block[],
  calls: readonly IdentifiedCall[],
): Block[] {
  let index = 0;
  return content.flatMap((block) => {
    if (isRefused(block)) return [];
    const call = isToolUse(block) ? calls[index++] : undefined;
    return [call === undefined ? block : replayedBlock(block, call)];
  });
}

function isRefused(block: AnthropicReplyBlock): boolean {
  if (block.type === 'text') return textOf(block) === '';
  return block.type === 'thinking' && 'signature' in block && block.signature === '';
}

function replayedBlock<Block extends AnthropicReplyBlock>(block: Block, call: IdentifiedCall): Block {
  const { id, name } = call;
  // Not a spread: it would read the old input, which may throw.
  const others = Object.keys(block).filter((key) => key !== 'input' && key !== 'toolset_name');
  const kept = Object.fromEntries(others.map((key) => [key, block[key as keyof Block]]));
  return { ...kept, id, name: replayedName(name), input: replayedCallArguments(call) } as unknown as Block;
}

function textOf(block: AnthropicReplyBlock): string {
  return block.type === 'text' ? ((block as { text?: string } & AnthropicReplyBlock).text ?? '') : '';
}
