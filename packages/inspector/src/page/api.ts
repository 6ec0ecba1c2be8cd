/** The fragment that begins an address with a token. */
const TOKEN = '#token=';
/** The token of the address. It leaves the address at once, and no cookie has it. */
const token = takeToken();

/** An answer of the server that is an error. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Reads JSON from the server. */
export async function get<Body>(path: string): Promise<Body> {
  return read<Body>(await fetch(`haft-api/${path}`, { headers: headers() }));
}

/** Sends JSON to the server. */
export async function post<Body>(path: string, body: unknown): Promise<Body> {
  const text = JSON.stringify(body);
  return read<Body>(
    await fetch(`haft-api/${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: text,
    }),
  );
}

/** A line of the stream. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * Reads the lines of the stream after a call until it ends, or `signal` aborts. With `once`, it
 * ends after the calls so far.
 */
export async function readStream(
  { after, once = false }: { readonly after: number; readonly once?: boolean },
  signal: AbortSignal,
  onLines: (lines: readonly Line[]) => void,
): Promise<void> {
  const path = `haft-api/stream?after=${after}${once ? '&once' : ''}`;
  const response = await fetch(path, { headers: headers(), signal });
  if (!response.ok || response.body === null) return read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    onLines(lines.map((line) => JSON.parse(line) as Line));
  }
}

function headers(): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

async function read<Body>(response: Response): Promise<Body> {
  const body = (await response.json()) as Body & {
    readonly error?: { readonly code: string; readonly message: string };
  };
  if (response.ok) return body;
  throw new ApiError(response.status, body.error?.code ?? 'ERROR', body.error?.message ?? response.statusText);
}

/** Returns whether the address has a token. */
export function hasToken(): boolean {
  return location.hash.startsWith(TOKEN);
}

function takeToken(): string | null {
  if (hasToken()) {
    sessionStorage.setItem('haft-token', location.hash.slice(TOKEN.length));
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem('haft-token');
}
