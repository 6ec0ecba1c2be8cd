import { isObject } from '@haft/schema/internal';
import { CallIds } from '../calls/call-ids.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import type { TurnStream } from '../turn-stream.js';
import { BedrockBlock } from './bedrock-block.js';
import type { BedrockAssistantMessage, BedrockEvent } from './bedrock-types.js';
import { BEDROCK, bedrockTurn, textOf, toolUseOf } from './read-bedrock.js';
import { stoppedBy } from './stopped-by.js';

/** Assembles the events of a streamed reply into the content of a whole reply. */
export class BedrockStream implements TurnStream<BedrockEvent, BedrockAssistantMessage> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private blocks = new Map<number, BedrockBlock>();
  private ids = new CallIds();
  /** The number of blocks at the start of the message. */
  private givenAtStart = 0;
  private stopReason: string | undefined;

  push(event: BedrockEvent): readonly GrowingCall[] {
    const reader = new ReplyReader(BEDROCK, event);
    const facts = reader.root();
    if (Object.keys(facts).some((key) => key.endsWith('Exception'))) return reader.refuse();
    const message = reader.optionalObject(facts['messageStart'], 'messageStart');
    if (message !== undefined) return this.restart(message, reader);
    const output = reader.optionalObject(facts['output'], 'output');
    // Some servers send the whole reply as the only event.
    if (output !== undefined) return this.takeReply(output, facts['stopReason'], reader);
    const start = reader.optionalObject(facts['contentBlockStart'], 'contentBlockStart');
    const delta = reader.optionalObject(facts['contentBlockDelta'], 'contentBlockDelta');
    const stop = reader.optionalObject(facts['contentBlockStop'], 'contentBlockStop');
    const end = reader.optionalObject(facts['messageStop'], 'messageStop');
    this.stopReason = fullText(end?.['stopReason']) ?? this.stopReason;
    const begun = reader.optionalObject(start?.['start'], 'start');
    const said = reader.optionalObject(delta?.['delta'], 'delta');
    const index = (start ?? delta ?? stop)?.['contentBlockIndex'];
    if (typeof index !== 'number')
      return (begun ?? said) === undefined ? NONE : reader.fail('contentBlockIndex', 'a number', index);
    if (start !== undefined) this.begin(index, begun ?? {}, reader);
    // Blocks of text start with their first piece.
    const block = this.blocks.get(index) ?? this.begin(index, {}, reader);
    if (said !== undefined) this.add(block, said, reader);
    if (stop !== undefined) close(block);
    return block.call === undefined ? NONE : [block.call];
  }

  end(): ModelTurn<BedrockAssistantMessage> {
    const stopped = this.stopReason === undefined ? 'stream ended' : stoppedBy(this.stopReason);
    // A server may omit the end of a block. When the model has ended its turn, all blocks are
    // complete.
    if (this.stopReason !== undefined && stopped === undefined) for (const block of this.blocks.values()) close(block);
    const ordered = [...this.blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
    const cut = new Set<Fields>();
    const content = ordered.flatMap((block) => {
      const whole = block.whole();
      if (whole === undefined) return [];
      if (!block.isDone) cut.add(whole);
      return [whole];
    });
    const reader = new ReplyReader(BEDROCK, content);
    const turn = bedrockTurn(content, stopped, reader, { isCut: (block) => cut.has(block) });
    return turn as unknown as ModelTurn<BedrockAssistantMessage>;
  }

  /**
   * Starts the message again: a second start makes the earlier content void. Some servers send the
   * content here.
   */
  private restart(message: Fields, reader: ReplyReader): readonly GrowingCall[] {
    this.clear();
    this.stopReason = undefined;
    for (const [index, block] of reader.objects(message['content'], 'messageStart.content').entries())
      close(this.begin(index, block, reader));
    this.givenAtStart = this.blocks.size;
    return [...this.calls];
  }

  private takeReply({ message }: Fields, stopReason: unknown, reader: ReplyReader): readonly GrowingCall[] {
    const calls = this.restart(reader.optionalObject(message, 'output.message') ?? {}, reader);
    this.stopReason = fullText(stopReason);
    return calls;
  }

  private clear(): void {
    this.calls.length = 0;
    this.blocks = new Map();
    this.ids = new CallIds();
    this.text = '';
    this.givenAtStart = 0;
  }

  private begin(index: number, start: Fields, reader: ReplyReader): BedrockBlock {
    // A server may send its blocks at the start of the message and then one by one.
    if (index < this.givenAtStart) this.clear();
    if (this.blocks.has(index)) return reader.fail(`index ${index}`, 'the one of a new block', start);
    const { toolUse, toolResult, ...said } = start;
    const ours = toolUseOf({ toolUse }, reader);
    const call =
      ours === undefined
        ? undefined
        : new GrowingCall(this.ids.take(ours['toolUseId']), plainName(optionalText(ours['name']) ?? ''));
    if (call !== undefined) this.calls.push(call);
    const block = new BedrockBlock(
      {
        toolUse: reader.optionalObject(toolUse, 'toolUse'),
        toolResult: reader.optionalObject(toolResult, 'toolResult'),
      },
      call,
    );
    // Pieces follow a call without input. Servers without pieces send the whole input here.
    call?.give(inputText(ours?.['input'], reader));
    this.blocks.set(index, block);
    this.add(block, said, reader);
    return block;
  }

  private add(block: BedrockBlock, said: Fields, reader: ReplyReader): void {
    block.add(said, reader);
    this.text += textOf(said, reader);
  }
}

/** Returns the input of the start of a call as text. An empty one says nothing yet. */
function inputText(input: unknown, reader: ReplyReader): string {
  if (input === undefined || input === null || typeof input === 'string') return input ?? '';
  return isObject(input) && Object.keys(input).length === 0 ? '' : reader.json(input, 'input of a call');
}

function close(block: BedrockBlock): void {
  block.isDone = true;
  if (block.call !== undefined) block.call.isDone = true;
}

const NONE: readonly GrowingCall[] = [];
