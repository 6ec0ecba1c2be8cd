import { inspect, type Inspector, type InspectOptions } from '@haft/inspector';

export const TOKEN = 'a-token-of-more-than-20-characters';
export const HOST = '127.0.0.1:4000';

const opened: Inspector[] = [];
// A page listens to all runtimes of the process, and jest runs other test files in it.
afterAll(async () => {
  for (const inspector of opened.splice(0)) await inspector.close();
});

/** Creates the page of a runtime with the usual options. Closes it after the tests of the file. */
export function open(runtime: object, options: Partial<InspectOptions> = {}): Inspector {
  const inspector = inspect(runtime, { hosts: [HOST], token: TOKEN, onError: () => undefined, ...options });
  opened.push(inspector);
  return inspector;
}

/** Sends a request as the page does. */
export function send(inspector: Inspector, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { host: HOST, authorization: `Bearer ${TOKEN}`, 'sec-fetch-site': 'same-origin' };
  return inspector.fetch(new Request(`http://${HOST}/${path}`, { ...init, headers: { ...headers, ...init.headers } }));
}

/** Reads JSON. */
export async function get<Body>(inspector: Inspector, path: string): Promise<Body> {
  return (await (await send(inspector, path)).json()) as Body;
}

/** Posts JSON. */
export async function post<Body>(inspector: Inspector, path: string, body: unknown): Promise<Body> {
  const headers = { 'content-type': 'application/json', origin: `http://${HOST}` };
  const response = await send(inspector, path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Body;
}

/** Makes a call from the page. */
export function call<Body = CallAnswer>(
  inspector: Inspector,
  tool: string,
  args: unknown,
  more: object = {},
): Promise<Body> {
  return post<Body>(inspector, 'haft-api/calls', { tool, arguments: args, preset: 'default', keepRun: false, ...more });
}

/** The answer to a call of the page. */
export interface CallAnswer {
  readonly number: number;
  readonly outcome: { readonly status: string; readonly text: string; readonly value?: unknown };
  readonly canDecide: boolean;
}
