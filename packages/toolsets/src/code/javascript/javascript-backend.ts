import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue } from '@haft/schema';
import type { ContinuationCodec, RunContinuationState, RunInput, RunResult } from 'run';
import { KeptOutput } from '../../sandbox/kept-output.js';
import type { Bridge, BridgeAnswer, CodeBackend, Execution, Program } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';
import { endOf } from './end-of.js';
import { failureOf, isBusy } from './failure-of.js';
import { knowsPlaces } from './knows-places.js';
import { HOST_GROUP, POSTLUDE, PRELUDE } from './prelude.js';
import { requireRun } from './require-run.js';
import { stripTypesQuietly } from './strip-types-quietly.js';

/** The state of a suspended program. JSON. */
interface SuspendedProgram {
  /** The code with its prelude. The continuation belongs to this text. */
  readonly source: string;
  readonly continuation: Omit<RunContinuationState, 'source'>;
  /** Interruption and number of each call that waits. */
  readonly waiting: readonly (readonly [string, number])[];
  readonly logs: string;
}

/**
 * Runs JavaScript and TypeScript in the package `run`: QuickJS in a worker, without access to
 * files, network, environment or modules. A program that waits is a record of its finished calls,
 * from which any process continues it.
 */
export class JavaScriptBackend implements CodeBackend {
  readonly language = 'javascript';
  readonly suspends = true;
  private isQuiet = false;

  /** @throws {HaftError} HAFT_MISSING_PEER if `run` is not installed */
  constructor() {
    requireRun();
  }

  async execute(program: Program, bridge: Bridge): Promise<Execution> {
    const suspended = program.resumed as SuspendedProgram | undefined;
    const resolutions = suspended?.waiting.filter(([, number]) => bridge.decided.has(number));
    if (program.resumed !== undefined && resolutions?.length === 0)
      return { kind: 'suspended', state: program.resumed };
    const { createRunner, getHostFunctionContext } = await import('run');
    if (!this.isQuiet) stripTypesQuietly();
    this.isQuiet = true;
    const printed = new KeptOutput(CODE_LIMITS.logBytes);
    printed.add(Buffer.from(suspended?.logs ?? ''));
    const placesAreKnown = knowsPlaces();
    const call = async (...sent: unknown[]): Promise<string> => {
      const context = getHostFunctionContext();
      setMaxListeners(0, context.abortSignal);
      const [name, args, line, column, logs] = sent;
      if (typeof logs === 'string') printed.add(Buffer.from(logs));
      const answer = await bridge.call({
        number: context.requestIndex,
        name: String(name),
        arguments: String(args),
        place: isPlace(line) && isPlace(column) && placesAreKnown ? { line, column } : undefined,
      });
      if (answer.kind === 'waits') return context.interrupt(context.requestIndex);
      return textOf(answer);
    };
    const started = performance.now();
    const left = (): number => program.leftMs - (performance.now() - started);
    const runner = createRunner({ continuationCodec: CODEC, continuationAudience: 'haft' });
    const source = suspended?.source ?? `${PRELUDE}${program.code}${POSTLUDE}`;
    try {
      const result = await whenFree(left, program.signal, (timeoutMs) =>
        runner.run({
          source,
          hostFunctions: { [HOST_GROUP]: { call } },
          abortSignal: program.signal,
          continuationContext: program.scope,
          limits: { ...LIMITS, timeoutMs },
          ...(suspended && {
            continuation: { ...suspended.continuation, source },
            resolutions: resolutions?.map(([interruptionId]) => ({ interruptionId, value: true })) ?? [],
          }),
        }),
      );
      return result.status === 'completed' ? endOf(result.value, program.code) : suspend(result, source, printed);
    } catch (error) {
      program.signal.throwIfAborted();
      return failureOf(error, { program, leftMs: left(), logs: printed.text() });
    }
  }
}

type Token = RunContinuationState;
type Interrupted = Extract<RunResult<unknown, Token>, { readonly status: 'interrupted' }>;

/** The state lies in the signed pending run, which is used once. It needs no second signature. */
const CODEC: ContinuationCodec<Token> = { encode: (state) => state, decode: (state) => state };

const LIMITS: NonNullable<RunInput['limits']> = {
  memoryLimitBytes: 64 * 1024 * 1024,
  maxSourceBytes: 512 * 1024,
  maxResultBytes: 2_000_000,
  // The prelude keeps the printed text. Nothing reaches the output of the application.
  maxConsoleOutputBytes: 1,
  maxHostFunctionArgumentsBytes: 8_000_000,
  maxHostFunctionOutputBytes: 8_000_000,
  maxBridgeRequests: CODE_LIMITS.requests,
  maxInFlightBridgeRequests: CODE_LIMITS.requests,
  // The record of finished calls, also of a program that never waits.
  maxContinuationBytes: 512 * 1024 * 1024,
};

/** How long to wait for a worker that another package uses, in milliseconds. */
const BUSY_MS = 50;

/** Starts a program. `run` rejects it at once if all workers of the process are busy. */
async function whenFree<Result>(
  left: () => number,
  signal: AbortSignal,
  start: (timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await start(Math.max(1, Math.floor(left())));
    } catch (error) {
      if (!isBusy(error) || left() <= BUSY_MS) throw error;
    }
    await wait(BUSY_MS, undefined, { signal });
  }
}

function suspend({ continuation, interruptions }: Interrupted, source: string, printed: KeptOutput): Execution {
  const { source: _, ...rest } = continuation;
  const state: SuspendedProgram = {
    source,
    continuation: rest,
    waiting: interruptions.map(({ id, payload }) => [id, Number(payload)]),
    logs: printed.text(),
  };
  return { kind: 'suspended', state: state as unknown as JsonValue };
}

/** Writes an answer as the prelude reads it. */
function textOf(answer: Exclude<BridgeAnswer, { readonly kind: 'waits' }>): string {
  if (answer.kind === 'value') return `v${answer.json}`;
  const { message, status, issues } = answer;
  return `e${JSON.stringify({ message, status, issues })}`;
}

/** A program can send anything. */
function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
