import { classValidatorPipeline } from '../class-validator/pipeline.js';
import { floor } from '../floor/floor.js';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import { haftParticipants } from '../haft-participants.js';
import type { CallText, Participant } from '../participant.js';
import { installedPeers, loadPeer, shared } from '../peers.js';
import { methods } from '../shapes/methods.js';
import { payloads, VARIANT_MASK, WRONG_FIELDS } from '../shapes/payloads.js';
import { SHAPES, type Shape } from '../shapes/shapes.js';
import type { SuiteOptions } from './suite.js';

/**
 * The arguments of the model: always valid, wrong in a different way each time, or wrong in the
 * same way each time.
 */
export type Kind = 'valid' | 'invalid' | 'again';
const KINDS: readonly Kind[] = ['valid', 'invalid', 'again'];

/** The whole tool call, text in and text out: P1 (valid) and P2 (invalid). */
export interface CallResults {
  readonly tables: readonly { readonly shape: Shape; readonly kind: Kind; readonly rows: readonly Measurement[] }[];
}

export async function callSuite({ rounds, sampleMilliseconds }: SuiteOptions): Promise<CallResults> {
  const participants = [
    floor(methods),
    ...(await haftParticipants()),
    classValidatorPipeline(methods),
    ...(await peerParticipants()),
  ];
  const tables = [];
  for (const shape of SHAPES) {
    for (const kind of KINDS) {
      const cases = [];
      for (const participant of participants) {
        const { name } = participant;
        const call = participant.callFor(shape);
        await check(participant, shape, call);
        const texts = textsOf(shape, kind);
        const mask = kind === 'again' ? 0 : VARIANT_MASK;
        cases.push({ name, run: (i: number) => call(texts[i & mask] ?? '') });
      }
      tables.push({ shape, kind, rows: await measureInProcess(cases, { rounds, sampleMilliseconds }) });
    }
  }
  for (const { close } of participants) await close?.();
  return { tables };
}

async function peerParticipants(): Promise<Participant[]> {
  const found: Participant[] = [];
  for (const peer of installedPeers()) found.push(...(await (await loadPeer(peer)).participants(shared)));
  return found;
}

function textsOf(shape: Shape, kind: Kind): readonly string[] {
  return kind === 'valid' ? payloads[shape].valid.texts : payloads[shape].invalid.texts;
}

/**
 * Checks that a participant gives the right answers: the method's result, or a text that names a
 * wrong field.
 */
async function check({ name, vague, textOf = String }: Participant, shape: Shape, call: CallText): Promise<void> {
  const right = floor(methods).callFor(shape);
  for (const text of payloads[shape].valid.texts) {
    const wanted = String(await right(text));
    const got = textOf(await call(text));
    if (got !== wanted) throw new Error(`${name} answers ${shape} with ${got} instead of ${wanted}`);
  }
  for (const text of payloads[shape].invalid.texts) {
    const got = textOf(await call(text));
    if (got.includes('"ok":true') || (vague !== true && !namesAField(got, shape)))
      throw new Error(`${name} answers a wrong ${shape} with ${got}`);
  }
}

/** Some peers name only the property at the root, or write the path differently. */
function namesAField(text: string, shape: Shape): boolean {
  return WRONG_FIELDS[shape].some((path) => text.includes(/[a-z]+$/i.exec(path)?.[0] ?? path.replace(/\[.*/, '')));
}
