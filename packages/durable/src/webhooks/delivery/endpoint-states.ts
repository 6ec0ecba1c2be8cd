import { tryParseJson } from '@haft/arguments/internal';

/** The state of one endpoint of an event. */
export type EndpointState =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly attempts: number; readonly nextAt: number; readonly error?: string }
  | { readonly state: 'failed'; readonly attempts: number; readonly error: string };

/** The states of an event, by the id of the endpoint. */
export type EndpointStates = ReadonlyMap<string, EndpointState>;

/** Reads states from the store. An endpoint whose state another program changed begins again. */
export function readStates(json: string | null): EndpointStates {
  const states = new Map<string, EndpointState>();
  for (const [id, value] of Object.entries(Object(tryParseJson(json ?? '')) as object)) {
    const state = stateOf(value);
    if (state !== undefined) states.set(id, state);
  }
  return states;
}

/** Writes states for the store. */
export function writeStates(states: EndpointStates): string {
  return JSON.stringify(Object.fromEntries(states));
}

function stateOf(value: unknown): EndpointState | undefined {
  const { state, attempts, nextAt, error } = Object(value) as Readonly<Record<string, unknown>>;
  if (state === 'delivered') return { state };
  if (!isCount(attempts)) return undefined;
  const text = typeof error === 'string' ? error : '';
  if (state === 'failed') return { state, attempts, error: text };
  return state === 'waiting' && isCount(nextAt) ? { state, attempts, nextAt, error: text } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
