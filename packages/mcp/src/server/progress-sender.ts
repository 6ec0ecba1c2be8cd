import type { RunEventListener } from '@haft/runtime';
import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Sends what a tool reports (`run.report`, the values that its generator yields) as progress of the request. Nobody listens without
 * a progress token.
 */
export function progressSender(ctx: ServerContext): RunEventListener | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = 0;
  return (event) => {
    if (event.type !== 'progress') return;
    const { progress = last + 1, total, message } = readProgress(event.progress);
    // "The progress value MUST increase with each notification" (2025-11-25, basic/utilities/progress).
    if (progress <= last) return;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that is gone has nothing to be told.
    void ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

interface Progress {
  readonly progress?: number | undefined;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A number, a text, an object of the protocol's form (`{ progress, total, message }`), or any other value as JSON. */
function readProgress(reported: unknown): Progress {
  if (typeof reported === 'number' && Number.isFinite(reported)) return { progress: reported };
  if (typeof reported === 'string') return { message: reported };
  if (typeof reported === 'object' && reported !== null) {
    const { progress, total, message } = reported as Readonly<Record<keyof Progress, unknown>>;
    if (typeof progress === 'number' && Number.isFinite(progress)) {
      return {
        progress,
        ...(typeof total === 'number' && Number.isFinite(total) ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {}),
      };
    }
  }
  return { message: jsonOrNothing(reported) };
}

function jsonOrNothing(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
