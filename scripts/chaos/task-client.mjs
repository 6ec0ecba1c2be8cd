/** The protocol of the client: a capability for questions, and the extension for tasks. */
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: { form: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

/**
 * A client that calls one tool, and asks for its task. It keeps what it was told, so that it
 * continues with another process after the death of the first one.
 */
export class TaskClient {
  /** The id of the task that the client was told of. */
  taskId = undefined;
  /** Whether the server said that the call continues, without the id of a task. */
  isLeft = false;
  /** The calls that the client made from the beginning. */
  calls = 1;

  constructor(user, name, args) {
    this.user = user;
    this.params = { name, arguments: args };
  }

  /** Calls again after the death of a server: from the beginning, or with its last answer. */
  async callAgain(url) {
    if (this.params.requestState === undefined) this.calls += 1;
    await this.call(url);
  }

  /** Calls the tool until there is a task. Approves what the server asks. */
  async call(url) {
    for (let turn = 0; this.taskId === undefined && !this.isLeft; turn++) {
      const { result, error } = await this.request(url, 'tools/call', this.params);
      if (result?.resultType === 'task') this.taskId = result.taskId;
      else if (result?.resultType === 'input_required' && turn < MOST_TURNS)
        this.params = { ...this.params, ...approved(result) };
      else if (result?._meta['haft/status'] === 'interrupted') this.isLeft = true;
      else throw new Error(`The call has no task: ${JSON.stringify(result ?? error)}`);
    }
  }

  /** Returns the task, or the error in its place. */
  async task(url) {
    const { result, error } = await this.request(url, 'tasks/get', { taskId: this.taskId });
    return result ?? { status: 'unknown', error };
  }

  async request(url, method, params) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': params.name ?? params.taskId,
        'x-user': this.user,
        connection: 'close',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
    });
    const text = await response.text();
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
    return JSON.parse(isStream ? [...text.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] : text);
  }
}

/** A server that asks the same question again and again is wrong. */
const MOST_TURNS = 3;

function approved({ inputRequests, requestState }) {
  const keys = Object.keys(inputRequests);
  const inputResponses = Object.fromEntries(keys.map((key) => [key, { action: 'accept', content: { approve: true } }]));
  return { inputResponses, requestState };
}
