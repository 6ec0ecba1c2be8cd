import type { LogLine, RunEventListener } from '@haft/runtime';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends what a tool writes to `run.logger` to the client; the SDK drops what is below the level that the client asked for. */
export function logSender(ctx: ServerContext): RunEventListener {
  return (event) => {
    if (event.type !== 'log') return;
    const { message, details, tool } = event;
    const data = details === undefined ? message : { message, details: plain(details) };
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- logging is deprecated as a whole since 2026-07-28, and works until it goes
    void ctx.mcpReq.log(LEVELS[event.level], data, tool).catch(() => undefined);
  };
}

const LEVELS = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const satisfies Record<LogLine['level'], string>;

/** JSON has no form for an error, and its stack is nobody's business. */
function plain(details: object): unknown {
  try {
    return JSON.parse(
      JSON.stringify(details, (_key, value: unknown) => (value instanceof Error ? value.message : value)),
    ) as unknown;
  } catch {
    return undefined;
  }
}
