import { openApiToolset } from '@haft/toolsets/openapi';
import { estimateTokens, requestEntry } from '@haft/schema/tokens';
import { compose, createRuntime, type Runtime, type ToolDefinition } from 'haft';
import { shopDocument } from './shop-document.js';

/** How the tools reach the model. */
export const WAYS = ['visible', 'hidden', 'stable'] as const;
export type Way = (typeof WAYS)[number];

/** The providers of the table. */
export const TARGETS = ['openai', 'anthropic', 'gemini', 'bedrock'] as const;
type Target = (typeof TARGETS)[number];

/** The tokens of all requests of one conversation. */
export interface Tokens {
  readonly requests: number;
  readonly sent: number;
  /** The part behind the beginning that equals the request before, which no cache can have. */
  readonly fresh: number;
}

/** The tools that the user needs one after the other, and the searches that find them. */
const NEEDS = [
  ['get_invoice', 'read an invoice'],
  ['get_shipment', 'where is a shipment'],
  ['get_refund', 'look at a refund'],
  ['get_warehouse', 'find a warehouse'],
] as const;

const ARGUMENTS = { id: 'ab_0123456789abcdef' };
const SYSTEM = 'You help the employees of a shop. Answer in one sentence.';
const TASK = 'Why is the parcel of the last invoice late, was it refunded, and which warehouse sent it?';

/** Plays one conversation and counts the tokens of its requests. */
export async function measureRequests(runtime: Runtime, way: Way, target: Target): Promise<Tokens> {
  await using run = runtime.startRun({ target });
  const messages: object[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: TASK },
  ];
  const texts: string[] = [];
  const entries = new Map<ToolDefinition, string>();
  const request = async (): Promise<void> => {
    const tools = (await run.definitions()).map((definition) => {
      const entry = entries.get(definition) ?? JSON.stringify(requestEntry(definition, target));
      entries.set(definition, entry);
      return entry;
    });
    texts.push(`[${tools.join()}]${JSON.stringify(messages)}`);
  };
  const call = async (name: string, args: object): Promise<void> => {
    await request();
    const { status, text } = await run.call({ name, arguments: args });
    if (status !== 'success') throw new Error(`${name} gave ${status}: ${text}`);
    messages.push({ role: 'assistant', call: { name, arguments: args } }, { role: 'tool', content: text });
  };
  for (const [name, query] of NEEDS) {
    if (way !== 'visible') await call('search_tools', { queries: [query] });
    if (way === 'stable') await call('call_tool', { name, arguments: ARGUMENTS });
    else await call(name, ARGUMENTS);
  }
  await request();
  return { requests: texts.length, sent: sum(texts), fresh: sum(texts.map((text, at) => fresh(texts[at - 1], text))) };
}

/** Returns a runtime whose 197 tools reach the model in this way. */
export function shopRuntime(way: Way): Runtime {
  const shop = openApiToolset(shopDocument(), {
    name: 'shop',
    baseUrl: 'https://shop.test',
    fetch: () => Promise.resolve(Response.json({ id: ARGUMENTS.id, status: 'open' })),
  }).toolset;
  const nothing = (): undefined => undefined;
  const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const toolsets = way === 'visible' ? shop : compose(shop).deferLoading({ stable: way === 'stable' });
  return createRuntime({ toolsets, observe: { logger } });
}

/** Returns the part of a request that differs from the one before. Tools come before messages. */
function fresh(before = '', text: string): string {
  let same = 0;
  while (same < text.length && before[same] === text[same]) same++;
  return text.slice(same);
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + estimateTokens(text), 0);
}
