import { wellFormedData, wellFormedJson } from '@haft/schema/internal';
import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Returns a function that sends reports of a tool (`run.report`, values of its generator) as
 * progress of the request. Returns undefined without a progress token.
 */
export function progressSender(ctx: ServerContext): ((reported: unknown) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return (reported) => {
    const { progress = Math.floor(last) + 1, total, message } = readProgress(reported);
    // "The progress value MUST increase with each notification" (2025-11-25,
    // basic/utilities/progress).
    if (progress <= last) return;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // The client may have disconnected.
    void ctx.mcpReq.notify({ method: 'notifications/progress', params: wellFormedData(params) }).catch(() => undefined);
  };
}

interface Progress {
  readonly progress?: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * Reads a report: a number, a text, an object of the protocol's form
 * (`{ progress, total?, message? }`), or any other value as JSON.
 */
function readProgress(reported: unknown): Progress {
  if (isNumber(reported)) return { progress: reported };
  if (typeof reported === 'string') return { message: reported };
  const { progress, total, message } = Object(reported) as Readonly<Record<keyof Progress, unknown>>;
  if (!isNumber(progress)) return jsonMessage(reported);
  return {
    progress,
    ...(isNumber(total) ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function jsonMessage(value: unknown): Progress {
  try {
    const message = JSON.stringify(value) as string | undefined;
    return message === undefined ? {} : { message: wellFormedJson(message) };
  } catch {
    return {};
  }
}
