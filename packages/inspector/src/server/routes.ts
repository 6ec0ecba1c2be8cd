import { HaftError } from '@haft/core';
import { callReport } from '@haft/core/report';
import { HttpProblem, jsonResponse, pendingHandler, readJson, signedDecision } from '@haft/durable/http';
import type { Decision, Decisions, Runtime } from '@haft/runtime';
import { callsOfLedger } from '@haft/runtime/telemetry';
import { isObject } from '@haft/schema/internal';
import { estimateTokens } from '@haft/schema/tokens';
import type { PageRuns } from '../calls/page-runs.js';
import { testOfCall } from '../calls/test-of-call.js';
import type { CallHistory } from '../history/call-history.js';
import type { CallDetail, CallRow } from '../history/call-record.js';
import { outcomeJson } from '../history/collect-calls.js';
import type { RecordedCalls } from '../history/recorded-calls.js';
import type { RunList } from '../history/run-list.js';
import type { CheckedOptions, InspectorAction } from '../inspect-options.js';
import type { BuildFacts } from '../tools/build-facts.js';
import type { Access } from './access.js';
import { runKey } from '../history/run-name.js';
import { model, project, tool } from './describe-routes.js';
import { hasLedger, ledgerCalls, ledgerRuns } from './ledger-runs.js';
import { streamResponse, type StreamSources } from './stream.js';

/** The longest body, in bytes. */
const LONGEST_BODY = 2_000_000;

/** The most calls in front of a call that its test repeats. */
const MOST_MISTAKES = 20;

/** The most calls of a run that are read together. */
const MOST_CALLS_OF_RUN = 200;

/** The state that the routes read and change. */
export interface Sources extends StreamSources {
  readonly runtime: Runtime;
  readonly options: CheckedOptions;
  readonly history: CallHistory;
  readonly recorded: RecordedCalls;
  readonly runs: RunList;
  readonly pageRuns: PageRuns;
  readonly build: () => BuildFacts;
}

/** A request, its sender, and the state. */
export interface Exchange {
  readonly sources: Sources;
  readonly request: Request;
  readonly access: Access;
}

type Handler = (exchange: Exchange, parts: readonly string[]) => Promise<Response> | Response;
type Route = readonly [method: 'GET' | 'POST', path: RegExp, handler: Handler, action?: InspectorAction];

/** The routes below `haft-api/`, with the permission that they need. */
const ROUTES: readonly Route[] = [
  ['GET', /^project$/, project],
  ['GET', /^tools\/([^/]+)$/, tool],
  ['GET', /^stream$/, stream],
  ['GET', /^model$/, model],
  ['GET', /^insight$/, insight],
  ['GET', /^insight\/calls$/, insightCalls],
  ['GET', /^runs\/calls$/, callsOfRun],
  ['GET', /^runs$/, ({ sources }) => jsonResponse(200, { runs: sources.runs.list() })],
  ['GET', /^ledger$/, inLedger],
  ['GET', /^ledger\/([^/]+)$/, inLedger],
  ['POST', /^runs\/forget$/, forgetRun, 'call'],
  ['POST', /^calls$/, call, 'call'],
  ['GET', /^calls\/(\d+)$/, detail],
  ['GET', /^calls\/(\d+)\/test$/, test],
  ['POST', /^calls\/(\d+)\/decision$/, decide, 'decide'],
  ['GET', /^pending(?:\/[^/]+)?$/, pending],
  ['POST', /^pending\/[^/]+\/decision$/, pending, 'decide'],
];

/** Answers a request below `haft-api/`. */
export async function answerApi(exchange: Exchange, path: string): Promise<Response> {
  const matching = ROUTES.filter(([, pattern]) => pattern.test(path));
  const route = matching.find(([method]) => method === exchange.request.method);
  if (route === undefined) {
    if (matching.length === 0) throw new HttpProblem(404, 'NOT_FOUND', 'There is no such route.');
    throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', 'Another method is needed.');
  }
  const [, pattern, handler, action] = route;
  if (action !== undefined) exchange.access.require(action);
  const parts = (pattern.exec(path) ?? []).slice(1).map(decoded);
  return handler(exchange, parts);
}

function stream({ sources, request }: Exchange): Response {
  const { searchParams } = new URL(request.url);
  const after = Number(searchParams.get('after') ?? 0);
  return streamResponse(sources, Number.isSafeInteger(after) && after >= 0 ? after : 0, searchParams.has('once'));
}

async function call({ sources, request }: Exchange): Promise<Response> {
  const { pageRuns, history, look } = sources;
  const body = await bodyOf(request, { tool: 'string', preset: 'string', keepRun: 'boolean' });
  const endLook = look();
  const before = history.rowsAfter(0).at(-1)?.number ?? 0;
  try {
    const outcome = await pageRuns.call({
      tool: String(body['tool']),
      arguments: body['arguments'],
      preset: String(body['preset']),
      keepRun: body['keepRun'] === true,
    });
    const row = history
      .rowsAfter(before)
      .find(({ callId, tool: name }) => callId === outcome.callId && name === outcome.tool);
    if (row !== undefined) history.putRow({ ...row, preset: String(body['preset']) });
    return jsonResponse(200, {
      number: row?.number,
      outcome: outcomeJson(outcome),
      canDecide: pageRuns.isWaiting(outcome.callId),
    });
  } catch (error) {
    if (!(error instanceof HaftError)) throw error;
    // A mistake of the developer, which the page shows as it is.
    const { code, message, hint } = error;
    return jsonResponse(200, { rejected: { code, message, hint } });
  } finally {
    endLook();
  }
}

async function decide({ sources, request, access }: Exchange, parts: readonly string[]): Promise<Response> {
  const { pageRuns, history } = sources;
  const { decisions } = await bodyOf(request, { decisions: 'object' });
  const row = history.row(Number(parts[0]));
  if (row === undefined) throw new HttpProblem(404, 'NO_CALL', 'There is no such call.');
  const { decidedBy } = await access.decider();
  const outcome = await pageRuns.decide(row.callId, signedDecisions(decisions as Record<string, unknown>, decidedBy));
  history.putOutcome(row.number, outcomeJson(outcome));
  return jsonResponse(200, { outcome: outcomeJson(outcome), canDecide: pageRuns.isWaiting(outcome.callId) });
}

/** Names the person in approvals. A client cannot claim another one. */
function signedDecisions(given: Readonly<Record<string, unknown>>, decidedBy: string): Decisions {
  const signed = Object.entries(given).map(([id, decision]) => {
    if (decision === true) return [id, signedDecision({ kind: 'approve' }, decidedBy)];
    return [id, isObject(decision) ? signedDecision(decision as unknown as Decision, decidedBy) : decision];
  });
  return Object.fromEntries(signed) as Decisions;
}

async function forgetRun({ sources: { pageRuns }, request }: Exchange): Promise<Response> {
  const { preset } = await bodyOf(request, { preset: 'string' });
  await pageRuns.forget(String(preset));
  return jsonResponse(200, {});
}

function detail({ sources }: Exchange, parts: readonly string[]): Response {
  const found = detailOf(sources, parts);
  return jsonResponse(200, {
    ...found,
    canDecide: found.status === 'deferred' && sources.pageRuns.isWaiting(found.callId),
  });
}

function test({ sources }: Exchange, parts: readonly string[]): Response {
  const call = detailOf(sources, parts);
  const { presets } = sources.options;
  const preset: unknown = presets[call.preset ?? 'default'];
  const facts = { module: sources.build().module, isFunction: typeof preset === 'function', names: namesOf(preset) };
  return jsonResponse(200, { text: testOfCall(call, { ...facts, before: mistakesBefore(sources, call) }) });
}

/** Returns the wrong calls of the tool that came in the run directly before a call. */
function mistakesBefore({ history }: Sources, call: CallDetail): readonly CallDetail[] {
  if (call.parent !== undefined) return [];
  const isSame = (row: CallRow): boolean =>
    row.number < call.number && row.tool === call.tool && row.parent === undefined && runKey(row) === runKey(call);
  const own = history.rowsAfter(0).filter(isSame);
  const last = own.findLastIndex(({ status, isExhausted }) => status !== 'retry' && !isExhausted);
  return own
    .slice(last + 1)
    .slice(-MOST_MISTAKES)
    .map(({ number }) => detailOf({ history }, [String(number)]));
}

function namesOf(preset: unknown): readonly string[] {
  return typeof preset === 'object' && preset !== null ? Object.keys(preset) : [];
}

/** Returns the calls of a run with their details, for a person who reads it as a conversation. */
function callsOfRun({ sources: { history }, request }: Exchange): Response {
  const { searchParams } = new URL(request.url);
  const run = {
    runId: searchParams.get('run') ?? '',
    userId: searchParams.get('user') ?? undefined,
    tenantId: searchParams.get('tenant') ?? undefined,
  };
  const parent = searchParams.get('parent');
  const isAsked = (row: CallRow): boolean => parent === null || row.parent === parent;
  const rows = history.rowsAfter(0).filter((row) => runKey(row) === runKey(run) && isAsked(row));
  const calls = rows.slice(0, MOST_CALLS_OF_RUN).map(({ number }) => {
    const detail = detailOf({ history }, [String(number)]);
    const text = detail.outcome?.['text'];
    return typeof text === 'string' ? { ...detail, tokens: estimateTokens(text) } : detail;
  });
  return jsonResponse(200, { calls, more: rows.length - calls.length });
}

async function insight({ sources: { recorded, runtime }, request }: Exchange): Promise<Response> {
  const isLedger = new URL(request.url).searchParams.get('of') === 'ledger' && hasLedger(runtime);
  if (!isLedger) return jsonResponse(200, callReport(recorded.list()));
  const { calls, isPartial } = await callsOfLedger(runtime.pending);
  return jsonResponse(200, { ...callReport(calls), isPartial });
}

function insightCalls({ sources: { recorded } }: Exchange): Response {
  return jsonResponse(200, { calls: recorded.list() });
}

function detailOf({ history }: Pick<Sources, 'history'>, [number]: readonly string[]): CallDetail {
  const text = history.detail(Number(number));
  const row = history.row(Number(number));
  // The row is newer: a call that is denied has no other end.
  if (text !== undefined) return { ...(JSON.parse(text) as CallDetail), ...row };
  if (row === undefined)
    throw new HttpProblem(404, 'NO_CALL', `There is no call ${number ?? ''}, or it is no longer kept.`);
  return { ...row, steps: [], events: [] };
}

function pending({ sources, request, access }: Exchange): Promise<Response> {
  if (!hasLedger(sources.runtime)) return Promise.resolve(jsonResponse(200, { calls: [] }));
  const handler = pendingHandler(sources.runtime, {
    authorize: async (_request, action, call) => {
      if (action !== 'decide') return { allow: true, scope: 'all', decidedBy: '' };
      const own = await access.about(call);
      return own.may('decide') ? { allow: true, scope: 'all', ...(await own.decider()) } : { allow: false };
    },
    onError: sources.options.onError,
  });
  return handler(request);
}

async function inLedger({ sources: { runtime }, request }: Exchange, [runId]: readonly string[]): Promise<Response> {
  if (!hasLedger(runtime)) return jsonResponse(200, runId === undefined ? { runs: [] } : { calls: [] });
  if (runId === undefined) return jsonResponse(200, { runs: await ledgerRuns(runtime) });
  const owner = new URL(request.url).searchParams;
  const run = { runId, userId: owner.get('user') ?? undefined, tenantId: owner.get('tenant') ?? undefined };
  return jsonResponse(200, { calls: await ledgerCalls(runtime, run) });
}

async function bodyOf(
  request: Request,
  fields: Readonly<Record<string, 'string' | 'boolean' | 'object'>>,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request, LONGEST_BODY);
  const isRight =
    isObject(body) && Object.entries(fields).every(([name, type]) => typeof body[name] === type && body[name] !== null);
  if (!isRight) throw new HttpProblem(400, 'INVALID_BODY', `The body needs ${Object.keys(fields).join(', ')}.`);
  return body;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
