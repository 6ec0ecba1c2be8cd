import type { LogLine, RunEventListener } from '@haft/runtime';
import { wellFormedData } from '@haft/schema/internal';
import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Returns a listener that sends lines of `run.logger` to the client. The SDK drops those below the
 * level that the client requested.
 */
export function logSender(ctx: ServerContext): RunEventListener {
  return (event) => {
    if (event.type !== 'log') return;
    const { message, details, tool } = event;
    const data = details === undefined ? message : { message, details: plain(details) };
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- logging is deprecated as a whole since 2026-07-28, and works until it goes
    void ctx.mcpReq.log(LEVELS[event.level], wellFormedData(data), tool).catch(() => undefined);
  };
}

const LEVELS = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const satisfies Record<LogLine['level'], string>;

/** Returns details without errors: JSON has no form for them, and their stacks are internal. */
function plain(details: object): unknown {
  try {
    const copy: unknown = JSON.parse(
      JSON.stringify(details, (_key, value: unknown) => (value instanceof Error ? value.message : value)),
    );
    return copy;
  } catch {
    return undefined;
  }
}
