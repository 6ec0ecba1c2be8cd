import { HaftError } from '@haft/core';
import { HttpProblem, jsonResponse, pendingHandler, readJson, signedDecision } from '@haft/durable/http';
import type { Decision, DescribedTool, Decisions, Runtime, RuntimeDescription } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { presetOptions } from '../calls/presets.js';
import type { PageRuns } from '../calls/page-runs.js';
import { testOfCall } from '../calls/test-of-call.js';
import type { CallHistory } from '../history/call-history.js';
import type { CallDetail } from '../history/call-record.js';
import { outcomeJson } from '../history/collect-calls.js';
import type { RunList } from '../history/run-list.js';
import type { CheckedOptions, InspectorAction } from '../inspect-options.js';
import type { BuildFacts } from '../tools/build-facts.js';
import { toolPage } from '../tools/tool-page.js';
import type { Access } from './access.js';
import { ledgerCalls, ledgerRuns } from './ledger-runs.js';
import { streamResponse, type StreamSources } from './stream.js';

/** The longest body, in bytes. */
const LONGEST_BODY = 2_000_000;

/** The state that the routes read and change. */
export interface Sources extends StreamSources {
  readonly runtime: Runtime;
  readonly options: CheckedOptions;
  readonly history: CallHistory;
  readonly runs: RunList;
  readonly pageRuns: PageRuns;
  readonly build: () => BuildFacts;
}

/** A request, its sender, and the state. */
interface Exchange {
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

async function project({ sources, request, access }: Exchange): Promise<Response> {
  const { runtime, options, build, runs } = sources;
  const description = await described(sources, request);
  const { title, readOnly, presets } = options;
  const { toolset, tools } = description;
  const { places: _places, ...facts } = build();
  return jsonResponse(200, {
    title,
    readOnly,
    may: { call: access.may('call'), decide: access.may('decide') },
    presets: Object.keys(presets),
    hasLedger: hasLedger(runtime),
    toolset,
    tools: tools.map(rowOf),
    runs: runs.list(),
    build: facts,
  });
}

/** A tool in the tree. */
function rowOf({ definition, isHidden, mayWaitFor, traits }: DescribedTool): object {
  const { name, toolset, description, hints } = definition;
  return { name, toolset, description: description.slice(0, 300), hints, isHidden, mayWaitFor, traits };
}

async function tool({ sources, request }: Exchange, parts: readonly string[]): Promise<Response> {
  const { tools } = await described(sources, request);
  const found = tools.find(({ definition }) => definition.name === parts[0]);
  if (found === undefined) throw new HttpProblem(404, 'NO_TOOL', `There is no tool '${parts[0] ?? ''}'.`);
  return jsonResponse(200, toolPage(found, sources.build()));
}

async function described({ runtime, options, runs }: Sources, request: Request): Promise<RuntimeDescription> {
  const given = await presetOptions(options.presets, presetOf(request));
  return runtime.describe({ ...given, id: runs.unlistedId() });
}

function presetOf(request: Request): string {
  return new URL(request.url).searchParams.get('preset') ?? 'default';
}

function stream({ sources, request }: Exchange): Response {
  const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
  return streamResponse(sources, Number.isSafeInteger(after) && after >= 0 ? after : 0);
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
  return jsonResponse(200, { text: testOfCall(detailOf(sources, parts)) });
}

function detailOf({ history }: Sources, [number]: readonly string[]): CallDetail {
  const text = history.detail(Number(number));
  if (text !== undefined) return JSON.parse(text) as CallDetail;
  const row = history.row(Number(number));
  if (row === undefined) throw new HttpProblem(404, 'NO_CALL', 'There is no such call.');
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

function hasLedger(runtime: Runtime): boolean {
  try {
    return typeof runtime.pending === 'object';
  } catch {
    return false;
  }
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
