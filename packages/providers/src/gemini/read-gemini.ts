import { callIdOf, isMadeId } from '../calls/call-id.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedCallArguments } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { GeminiFunctionCall, GeminiModelContent, GeminiReply, GeminiReplyPart } from './gemini-types.js';

/** The turn of a whole reply: of its first candidate, since the others are alternatives. */
export function readGemini<Part extends GeminiReplyPart>(
  reply: GeminiReply<Part>,
): ModelTurn<GeminiModelContent<Part>> {
  const parts = reply.candidates?.[0]?.content?.parts ?? [];
  const calls: IdentifiedCall[] = [];
  for (const { functionCall: sent } of parts) {
    if (sent === undefined) continue;
    calls.push({ id: callIdOf(sent.id, calls), name: plainName(sent.name ?? ''), arguments: sent.args ?? {} });
  }
  return geminiTurn(parts, calls, stoppedBy(reply));
}

/** The turn of parts whose calls are read. */
export function geminiTurn<Part extends GeminiReplyPart>(
  parts: readonly Part[],
  read: readonly IdentifiedCall[],
  stopped: string | undefined,
): ModelTurn<GeminiModelContent<Part>> {
  const calls = truncatedLast(read, stopped, parts.at(-1)?.functionCall !== undefined);
  let index = 0;
  const replayed = parts.flatMap((part) => {
    if (isNothing(part)) return [];
    const call = part.functionCall === undefined ? undefined : calls[index++];
    return [call === undefined ? part : { ...part, functionCall: replayedCall(call) }];
  });
  const history: GeminiModelContent<Part>[] = replayed.length === 0 ? [] : [{ role: 'model', parts: replayed }];
  return { calls, history, text: parts.map(textOf).join(''), stopped };
}

/** Why a reply is not whole; undefined when it is. Every reason but `STOP` says so, also those of a call that Gemini could not read. */
export function stoppedBy({ candidates, promptFeedback }: GeminiReply): string | undefined {
  const reason = candidates?.[0]?.finishReason ?? promptFeedback?.blockReason;
  return reason === undefined || reason === 'STOP' || reason === 'FINISH_REASON_UNSPECIFIED' ? undefined : reason;
}

/** The text of a part that is for the user. */
export function textOf({ text, thought }: GeminiReplyPart): string {
  return thought === true ? '' : (text ?? '');
}

/** Streams end with an empty text. One with a signature must be repeated. */
function isNothing(part: GeminiReplyPart): boolean {
  return part.text === '' && Object.keys(part).every((key) => key === 'text' || key === 'thought');
}

/** An id that Gemini did not give is not told: results are matched by their order then. */
function replayedCall(call: IdentifiedCall): GeminiFunctionCall {
  const { id, name } = call;
  const replayed = { name: replayedName(name), args: { ...replayedCallArguments(call) } };
  return isMadeId(id) ? replayed : { id, ...replayed };
}
