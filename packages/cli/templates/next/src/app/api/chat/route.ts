import { toAiSdk } from '@haft/bridges/ai-sdk';
import { convertToModelMessages, isStepCount, streamText, type UIMessage } from 'ai';
import { model } from '../../../model';
import { runtime } from '../../../runtime';

export async function POST(request: Request): Promise<Response> {
  const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
  const run = runtime.startRun({ userId: 'ann', signal: request.signal }); // the user of your authentication
  const result = streamText({
    model,
    messages: await convertToModelMessages(messages),
    stopWhen: isStepCount(10),
    ...(await toAiSdk(run, { chatId: id })),
    onEnd: () => run.end(),
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages });
}
