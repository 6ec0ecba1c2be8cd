import { HaftError, refuseUnknownOptions, requireKind, type OptionNames, type ToolOutcome } from '@haft/core';
import type { PendingCall, PendingCalls } from '@haft/runtime';
import { filterOf, type Authorization, type Authorize, type PendingAction } from './authorize.js';
import { HttpProblem, jsonResponse, problemResponse } from './http-problem.js';
import { readDecision, signedDecision } from './read-decision.js';
import { readFilter } from './read-filter.js';

/** Options of {@link pendingHandler}. */
export interface PendingHandlerOptions<Native = unknown> {
  /** Decides who may list, read and decide. There is no default. */
  readonly authorize: Authorize<Native>;
  /** The longest body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Receives errors that the client does not see. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** Answers a request of the fetch standard. `native` is the request of the framework. */
export type PendingHandler<Native = unknown> = (request: Request, native?: Native) => Promise<Response>;

/** The part of a runtime that the handler uses. */
export interface PendingSource {
  readonly pending: Pick<PendingCalls, 'list' | 'get' | 'decide'>;
}

/**
 * Creates the routes for people who decide: `GET /pending`, `GET /pending/:key` and `POST
 * /pending/:key/decision`, at any prefix. Keys are encoded with `encodeURIComponent`. It sends no
 * CORS headers, and reads decisions only from `application/json`.
 *
 * @example
 * const handler = pendingHandler(runtime, {
 *   authorize: async (request) => {
 *     const user = await sessionOf(request);
 *     if (!user?.isApprover) return { allow: false };
 *     return { allow: true, scope: { tenantId: user.tenantId }, decidedBy: user.id };
 *   },
 * });
 */
export function pendingHandler<Native = unknown>(
  runtime: PendingSource,
  options: PendingHandlerOptions<Native>,
): PendingHandler<Native> {
  requireKind('The first argument of pendingHandler()', runtime, { methods: [], name: 'a runtime with a ledger' });
  refuseUnknownOptions('pendingHandler', options, OPTIONS);
  const { onError = report } = options;
  if (typeof (options as Partial<typeof options>).authorize !== 'function') throw noAuthorize();
  return async (request, native) => {
    try {
      return await answer({ runtime, options, request, native: native as Native });
    } catch (error) {
      const response = problemResponse(error);
      if (response !== undefined) return response;
      tell(onError, error);
      return jsonResponse(500, { error: { code: 'INTERNAL', message: 'The request failed.' } });
    }
  };
}

interface Exchange<Native> {
  readonly runtime: PendingSource;
  readonly options: PendingHandlerOptions<Native>;
  readonly request: Request;
  readonly native: Native;
}

const ROUTE = /(?:^|\/)pending(?:\/([^/]+)(\/decision)?)?\/?$/;

/** Returns whether the address of a request is one of the routes, without a prefix. */
export function isPendingPath(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.startsWith('/pending') && ROUTE.exec(path)?.index === 0;
}

async function answer<Native>(exchange: Exchange<Native>): Promise<Response> {
  const { pathname, searchParams } = new URL(exchange.request.url);
  const route = ROUTE.exec(pathname);
  if (route === null) throw new HttpProblem(404, 'NOT_FOUND', 'There is no such route.');
  const [, encoded, decision] = route;
  requireMethod(exchange.request, decision === undefined ? 'GET' : 'POST');
  if (encoded === undefined) return list(exchange, searchParams);
  const key = decoded(encoded);
  return decision === undefined
    ? jsonResponse(200, { call: (await found(exchange, 'read', key)).call })
    : decide(exchange, key);
}

async function list<Native>(exchange: Exchange<Native>, query: URLSearchParams): Promise<Response> {
  const { scope } = await allowed(exchange, 'list', undefined);
  const asked = readFilter(query);
  const own = filterOf(scope);
  const isOutside = (['tenantId', 'userId'] as const).some(
    (name) => asked[name] !== undefined && own[name] !== undefined && asked[name] !== own[name],
  );
  if (isOutside) return jsonResponse(200, { calls: [] });
  try {
    return jsonResponse(200, await exchange.runtime.pending.list({ ...asked, ...own }));
  } catch (error) {
    if (error instanceof HaftError && error.code === 'HAFT_INVALID_OPTION' && asked.after !== undefined)
      throw new HttpProblem(400, error.code, error.message);
    throw error;
  }
}

async function decide<Native>(exchange: Exchange<Native>, key: string): Promise<Response> {
  const { who } = await found(exchange, 'decide', key);
  const { maxBodyBytes = 1024 * 1024 } = exchange.options;
  const { decision, ...given } = await readDecision(exchange.request, maxBodyBytes);
  // The signal of the request does not stop the call: an approver may close the page.
  const outcome = await exchange.runtime.pending.decide(key, signedDecision(decision, who.decidedBy), {
    ...given,
    owner: filterOf(who.scope),
    ...('deps' in who ? { deps: who.deps } : {}),
  });
  return jsonResponse(200, { outcome: outcomeBody(outcome) });
}

/** Returns the facts of an outcome without the value, which is for the application. */
function outcomeBody(outcome: ToolOutcome): object {
  const { status, callId, tool, text } = outcome;
  const request = outcome.status === 'deferred' ? { request: outcome.request } : {};
  return { status, callId, tool, text, ...request };
}

type Allowed = Extract<Authorization, { readonly allow: true }>;

async function found<Native>(
  exchange: Exchange<Native>,
  action: PendingAction,
  key: string,
): Promise<{ readonly call: PendingCall; readonly who: Allowed }> {
  const { pending } = exchange.runtime;
  const who = await allowed(exchange, action, await pending.get(key));
  // The ledger finds a call of the scope only. `authorize` saw a call of any scope.
  const call = await pending.get(key, filterOf(who.scope));
  if (call === undefined) throw new HttpProblem(404, 'HAFT_UNKNOWN_DECISION', 'There is no such call.');
  return { call, who };
}

async function allowed<Native>(
  { options, request, native }: Exchange<Native>,
  action: PendingAction,
  call: PendingCall | undefined,
): Promise<Allowed> {
  const who = await options.authorize(request, action, call, native);
  if (isAllowed(who)) return checked(who, action);
  const status = who.status ?? 403;
  if (status === 404) throw new HttpProblem(404, 'HAFT_UNKNOWN_DECISION', 'There is no such call.');
  throw new HttpProblem(status, status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN', 'You may not do this.');
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a name is unknown, or a decider has no id */
function checked(who: Allowed, action: PendingAction): Allowed {
  refuseUnknownOptions('The result of authorize()', who, NAMES);
  const { decidedBy }: { readonly decidedBy: unknown } = who;
  if (action !== 'decide' || (typeof decidedBy === 'string' && decidedBy !== '')) return who;
  throw new HaftError('HAFT_INVALID_OPTION', "authorize() returned no text as 'decidedBy'.", {
    hint: 'Return the id of the person from the session. The tool reads it as run.approval.metadata.decidedBy.',
  });
}

/** A function in JavaScript may return anything: only `true` allows. */
function isAllowed(who: Authorization): who is Allowed {
  const given: unknown = who.allow;
  return given === true;
}

function requireMethod({ method }: Request, wanted: string): void {
  if (method !== wanted) throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', `Use ${wanted}.`, { allow: wanted });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpProblem(404, 'HAFT_UNKNOWN_DECISION', 'There is no such call.');
  }
}

/** Reports an error. A failing listener does not change the answer. */
function tell(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error);
  } catch (failure) {
    report(failure);
  }
}

function report(error: unknown): void {
  console.error(error);
}

function noAuthorize(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'pendingHandler() got no function `authorize`.', {
    hint: 'Give `authorize`, which returns { allow, scope, decidedBy } for each request.',
  });
}

const OPTIONS: OptionNames<PendingHandlerOptions> = { authorize: true, maxBodyBytes: true, onError: true };

const NAMES: OptionNames<Allowed> = { allow: true, scope: true, decidedBy: true, deps: true };
