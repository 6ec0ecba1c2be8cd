import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** The output of a model in one turn. */
export interface Spoken {
  readonly text?: string;
  readonly calls?: readonly SpokenCall[];
  /** The output ends in the middle of the last call. */
  readonly cut?: true;
  /** The connection is lost after so many events. */
  readonly lostAfter?: number;
}

export interface SpokenCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, or any other text of the model. */
  readonly arguments: string;
}

/** A request body, as the client of the provider sent it. */
export type Body = Record<string, unknown>;

/** One provider: its answers, and the requests that it rejects. */
export interface FakeProvider {
  /** Returns why the real provider would answer 400, or undefined for a good request. */
  readonly refusal: (body: Body) => string | undefined;
  readonly whole: (spoken: Spoken) => object;
  /** Returns the events that a client gets from a streamed answer. */
  readonly events: (spoken: Spoken) => readonly Body[];
  /** An event as it is sent. */
  readonly frame: (event: Body) => string | Uint8Array;
  /** The text after the last event. */
  readonly end?: string;
  readonly streamType: string;
  readonly wantsStream: (path: string, body: Body) => boolean;
  /** Whether its client speaks HTTP/2. */
  readonly http2?: true;
}

/** A local server that speaks a provider's protocol and plays a model. */
export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly Body[];
}

export async function fakeApi(provider: FakeProvider, script: readonly Spoken[]): Promise<FakeApi> {
  const requests: Body[] = [];
  const answer = (request: Request, response: Response): void => {
    void bodyOf(request).then(async (body) => {
      const refusal = provider.refusal(body);
      const spoken = script[requests.length];
      requests.push(body);
      if (refusal !== undefined || spoken === undefined) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: refusal ?? 'The script is over.' } }));
      } else if (provider.wantsStream(request.url ?? '', body)) {
        response.writeHead(200, { 'content-type': provider.streamType });
        for (const event of provider.events(spoken).slice(0, spoken.lostAfter)) {
          (response as ServerResponse).write(provider.frame(event));
          await new Promise(setImmediate);
        }
        if (spoken.lostAfter === undefined) response.end(provider.end ?? '');
        else lose(response);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(provider.whole(spoken)));
      }
    });
  };
  const server = provider.http2 === true ? createHttp2Server(answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

function lose(response: Response): void {
  ('createPushResponse' in response ? response.stream : response).destroy();
}

async function bodyOf(request: Request): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Body;
}

/** Text in small pieces, as models write it. */
export function pieces(text: string): readonly string[] {
  return text.match(/[^]{1,7}/g) ?? [];
}

/**
 * Returns arguments in the form of providers that send objects: rubbish stays unchanged, and a part
 * is an object that lacks the rest.
 */
export function objectOf(call: SpokenCall): unknown {
  try {
    return JSON.parse(call.arguments) as unknown;
  } catch {
    return call.arguments.startsWith('{') ? {} : call.arguments;
  }
}

/** A server-sent event. */
export function sse(data: Body): string {
  const { type } = data;
  return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

/** The names that all providers take. */
export const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two lists have the same members, whatever their order. */
export function sameIds(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort()) && new Set(a).size === a.length;
}
