import { createRuntime } from 'haft';
import { handChecks } from '../floor/floor.js';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import { installedPeers, loadPeer, shared, type PeerModule } from '../peers.js';
import { loadToolsets } from '../projects/foreign-toolsets.js';
import { methods } from '../shapes/methods.js';
import { payloads, VARIANT_MASK } from '../shapes/payloads.js';
import type { SuiteOptions } from './suite.js';

/** P11: one call among few tools and among many. */
export interface ScalingResults {
  readonly rows: readonly { readonly name: string; readonly few: Measurement; readonly growth: Measurement['ratio'] }[];
}

const FEW = 100;
const MANY = 10_000;
type Call = (i: number) => unknown;

export async function scalingSuite(options: SuiteOptions): Promise<ScalingResults> {
  const participants: [string, (count: number) => Promise<Call>][] = [
    ['floor: a Map of functions', amongFunctions],
    ['Haft: run.call', amongHaftTools],
  ];
  for (const peer of installedPeers()) {
    const { callAmong } = await loadPeer(peer);
    if (callAmong !== undefined) participants.push([peer.name, (count) => amongPeerTools(callAmong, count)]);
  }
  const rows = [];
  for (const [name, among] of participants) {
    const cases = [
      { name: `${FEW}`, run: await among(FEW) },
      { name: `${MANY}`, run: await among(MANY) },
    ];
    const [few, many] = await measureInProcess(cases, options);
    if (few !== undefined && many !== undefined) rows.push({ name, few, growth: many.ratio });
  }
  return { rows };
}

/** The number of different called tools, spread over all. */
const CALLED = 10;

/**
 * Returns the names of the called tools. Built once: in practice, a name is in the message of a
 * model.
 */
function namesAmong(count: number, nameOf: (index: number) => string): readonly string[] {
  return Array.from({ length: CALLED }, (_, i) => nameOf(i * (count / CALLED)));
}

async function amongFunctions(count: number): Promise<Call> {
  const tools = new Map(
    Array.from({ length: count }, (_, i) => [`tool_${i}`, { check: handChecks.S, method: methods.S }]),
  );
  const names = namesAmong(count, (index) => `tool_${index}`);
  const { texts } = payloads.S.valid;
  return async (i) => {
    const tool = tools.get(names[i % CALLED] ?? '');
    const args = JSON.parse(texts[i & VARIANT_MASK] ?? '') as { query: string };
    if (tool === undefined || tool.check(args) !== undefined) throw new Error('refused');
    return JSON.stringify(await tool.method(args));
  };
}

async function amongHaftTools(count: number): Promise<Call> {
  const toolsets = await loadToolsets(`scaling-${count}`, count);
  const { services } = toolsets.read();
  const run = createRuntime({ toolsets, provide: services.map((one) => one.class) }).startRun();
  // The first of ten tools of a class, `read`, takes one string. Few classes are called, but all
  // tools exist.
  const names = namesAmong(count / 10, (toolset) => `s${toolset}_read${toolset * 10}`);
  return async (i) => {
    const outcome = await run.call({ id: 'c1', name: names[i % CALLED] ?? '', arguments: '{"id":"some id"}' });
    if (outcome.status !== 'success') throw new Error(outcome.text);
    return outcome.text;
  };
}

async function amongPeerTools(callAmong: NonNullable<PeerModule['callAmong']>, count: number): Promise<Call> {
  const call = await callAmong(count, shared);
  const { texts } = payloads.S.valid;
  return (i) => call(texts[i & VARIANT_MASK] ?? '', i);
}
