import { isObject } from '@haft/schema/internal';
import { isMadeId } from '../calls/call-id.js';
import { CallIds } from '../calls/call-ids.js';
import type { GrowingCall } from '../calls/growing-call.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import { wholeTurn } from '../replies/whole-turn.js';

/** The name of the API in errors. */
export const GEMINI = 'Gemini';

/** Reads the first candidate of a whole reply. The others are alternatives. */
export function readGemini<Content>(reply: unknown): ModelTurn<Content> {
  const reader = new ReplyReader(GEMINI, reply);
  const body = reader.root();
  if (!KNOWN.some((key) => key in body)) return reader.fail('candidates', 'a list', undefined);
  const [candidate] = reader.objects(body['candidates'], 'candidates');
  const known = { turn: turnId(body['responseId']) };
  const turn = geminiTurn(partsOf(candidate, reader), stoppedBy(candidate, body), reader, known);
  return turn as unknown as ModelTurn<Content>;
}

/**
 * Reads the turn of complete or assembled parts.
 *
 * @param known.turn - the id of the reply
 * @param known.seen - returns the call as a stream showed it
 */
export function geminiTurn(
  parts: readonly Fields[],
  stopped: string | undefined,
  reader: ReplyReader,
  {
    turn,
    seen = () => undefined,
  }: { readonly turn: string | undefined; readonly seen?: (part: Fields) => GrowingCall | undefined },
): ModelTurn<{ role: 'model'; parts: Fields[] }> {
  const ids = new CallIds(turn);
  const read = parts.flatMap((part): IdentifiedCall[] => {
    const sent = callOf(part, reader);
    if (sent === undefined) return [];
    const { id, name, args } = sent;
    const shown = seen(part);
    const call = ids.call(shown?.id ?? id, { name: plainName(optionalText(name) ?? ''), arguments: args ?? {} });
    return [shown?.isComplete === false ? { ...call, truncated: true } : call];
  });
  const last = parts.findLast((part) => !isNothing(part));
  const calls = truncatedLast(read, stopped, last !== undefined && callOf(last, reader) !== undefined);
  let index = 0;
  const replayed = parts.flatMap((part) => {
    if (isNothing(part)) return [];
    const sent = callOf(part, reader);
    const call = sent === undefined ? undefined : calls[index++];
    return [sent === undefined || call === undefined ? part : { ...part, functionCall: replayedCall(sent, call) }];
  });
  const text = parts.map((part) => textOf(part, reader)).join('');
  return wholeTurn({
    calls,
    history: replayed.length === 0 ? [] : [{ role: 'model', parts: replayed }],
    text,
    stopped,
  });
}

/** Returns the parts of a candidate. */
export function partsOf(candidate: Fields | undefined, reader: ReplyReader): readonly Fields[] {
  const content = reader.optionalObject(candidate?.['content'], 'content of a candidate');
  return reader.objects(content?.['parts'], 'parts');
}

/** Returns the reason that a reply or a chunk gives for its end. */
export function endOf(candidate: Fields | undefined, { promptFeedback }: Fields): string | undefined {
  const blocked = isObject(promptFeedback) ? promptFeedback['blockReason'] : undefined;
  return fullText(candidate?.['finishReason']) ?? fullText(blocked);
}

/**
 * Returns why a reply is incomplete, or undefined if it is complete. Every reason except `STOP`
 * means that it is incomplete, including those for a call that Gemini could not read.
 */
export function stoppedBy(candidate: Fields | undefined, body: Fields): string | undefined {
  const reason = endOf(candidate, body);
  return reason === 'STOP' || reason === 'FINISH_REASON_UNSPECIFIED' ? undefined : reason;
}

/** Returns the call of a part, if it has one. */
export function callOf({ functionCall }: Fields, reader: ReplyReader): Fields | undefined {
  return reader.optionalObject(functionCall, 'functionCall');
}

/** Returns the text of a part for the user. */
export function textOf({ text, thought }: Fields, reader: ReplyReader): string {
  return thought === true ? '' : reader.text(text, 'text of a part');
}

/**
 * Returns whether a part is the empty text at the end of a stream. A text with a signature must be
 * repeated.
 */
function isNothing(part: Fields): boolean {
  return part['text'] === '' && Object.keys(part).every((key) => key === 'text' || key === 'thought');
}

/**
 * Returns a call for a history. An id that Gemini did not assign is left out, so Gemini matches
 * results by their order.
 */
function replayedCall(sent: Fields, call: IdentifiedCall): Fields {
  const { id: _id, partialArgs: _pieces, willContinue: _goesOn, ...others } = sent;
  const { id, name } = call;
  const replayed = { ...others, name: replayedName(name), args: { ...replayedCallArguments(call) } };
  return isMadeId(id) ? replayed : { ...replayed, id };
}

/** Every reply has one of these, even an empty one. */
const KNOWN = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId', 'sdkHttpResponse'];
