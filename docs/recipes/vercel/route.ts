import { toAiSdk } from '@haft/bridges/ai-sdk';
import { convertToModelMessages, isStepCount, streamText, type LanguageModel, type UIMessage } from 'ai';
import { runtime } from './runtime.js';

export const maxDuration = 60; // seconds, more than the longest call

export const settings: { model: LanguageModel } = { model: 'openai/gpt-5' };

/** In Next: `app/api/chat/route.ts`, with the Node runtime. */
export async function POST(request: Request): Promise<Response> {
  const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
  const userId = request.headers.get('x-user') ?? ''; // your authentication
  const run = runtime.startRun({ userId, signal: request.signal });
  const result = streamText({
    model: settings.model,
    messages: await convertToModelMessages(messages),
    stopWhen: isStepCount(10),
    ...(await toAiSdk(run, { chatId: id })),
    onEnd: () => run.end(),
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages });
}
