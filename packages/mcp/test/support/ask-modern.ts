/** The answer to a request, with its HTTP status. */
export interface ModernAnswer {
  readonly status: number;
  readonly result?: Readonly<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON of the wire
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client of 2026-07-28 that sends messages unchanged. */
export interface ModernClient {
  readonly url: URL;
  readonly user?: string;
  /** Whether it names the extension for tasks. Default: true. */
  readonly tasks?: boolean;
}

/** Sends one request of 2026-07-28, and returns its answer. */
export async function askModern(
  { url, user, tasks = true }: ModernClient,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<ModernAnswer> {
  const name = params['name'] ?? params['taskId'];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...(user === undefined ? {} : { 'x-user': user }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: metaOf(tasks) } }),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
  const last = isStream ? [...text.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] : text;
  return { status: response.status, ...(JSON.parse(last ?? 'null') as object) };
}

function metaOf(tasks: boolean): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {
      elicitation: { form: {} },
      ...(tasks ? { extensions: { 'io.modelcontextprotocol/tasks': {} } } : {}),
    },
  };
}
