import type { CallHistory } from '../history/call-history.js';
import type { RunList } from '../history/run-list.js';
import { runKey } from '../history/run-name.js';

/** Rows that wait for a slow page before it is closed. It then opens the stream again. */
const MOST_WAITING = 2_000;
/** A line that tells the page that the stream is alive. */
const BEAT_MS = 15_000;

/** An event of a stream. */
export interface StreamSources {
  readonly history: CallHistory;
  readonly runs: RunList;
  /** Begins to collect steps. Returns a function that ends that. */
  readonly look: () => () => void;
  /** Calls a function when tools or the build change. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * Returns a response with a line of JSON for each new row, which ends when the page closes it. Rows
 * of calls come at most each 100 ms, so that many calls do not stop the page.
 *
 * @param isOnce - whether it ends after the rows so far
 */
export function streamResponse(sources: StreamSources, after: number, isOnce = false): Response {
  let stop = (): void => undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let lines = new Map<string, object>();
        const flush = (): void => {
          if (lines.size === 0) return;
          const text = [...lines.values()].map((line) => `${JSON.stringify(line)}\n`).join('');
          lines = new Map();
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MOST_WAITING) end();
        };
        const put = (key: string, line: object): void => void lines.set(key, line);
        const timers = [
          setInterval(flush, 100),
          setInterval(() => {
            put('beat', { beat: true });
          }, BEAT_MS),
        ];
        for (const timer of timers) timer.unref();
        const ends = [
          sources.look(),
          sources.history.listen((call) => {
            put(`call ${call.number}`, { call });
          }),
          sources.runs.listen((run) => {
            put(`run ${runKey(run)}`, { run });
          }),
          sources.onChange(() => {
            put('changed', { changed: true });
          }),
        ];
        const end = (): void => {
          stop();
          controller.close();
        };
        stop = () => {
          for (const timer of timers) clearInterval(timer);
          for (const one of ends) one();
          stop = () => undefined;
        };
        put('open', { open: true });
        for (const run of [...sources.runs.list()].reverse()) put(`run ${runKey(run)}`, { run });
        for (const call of sources.history.rowsAfter(after)) put(`call ${call.number}`, { call });
        flush();
        if (isOnce) end();
      },
      cancel() {
        stop();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
