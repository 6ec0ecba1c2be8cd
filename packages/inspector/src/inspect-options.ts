import { HaftError, refuseUnknownOptions, requireCount, type OptionNames } from '@haft/core';
import type { PendingCall } from '@haft/runtime';

/** Options of {@link inspect}. Give `authorize`, or `token`, or both. */
export interface InspectOptions<Native = unknown> {
  /** The hosts that the page may be asked for, with the port: `['admin.example.com']`. */
  readonly hosts: readonly string[];
  /**
   * Returns the user of a request and the permissions, or whether it may do everything.
   *
   * @param native - the request of the framework
   * @param call - the waiting call of the inbox that the request decides. Haft asks once without
   *   it, before it reads the call.
   */
  readonly authorize?: (request: Request, native: Native, call?: PendingCall) => Awaitable<boolean | InspectorAccess>;
  /**
   * A secret of at least 20 characters that each request of the page has. The page reads it from
   * the fragment of its address, `#token=...`.
   */
  readonly token?: string;
  /**
   * Options of the runs that the page starts, by name. Decisions use their `deps` too, unless
   * `authorize` gives others. Default: one preset without options.
   */
  readonly presets?: Readonly<Record<string, Preset>>;
  /** Whether the page only shows. It then calls, decides and ends nothing. Default: false. */
  readonly readOnly?: boolean;
  /** Whether it works if `NODE_ENV` is `production`. Default: false. */
  readonly inProduction?: boolean;
  /** The title of the page. Default: `Haft`. */
  readonly title?: string;
  /** The most bytes of calls that are kept, in memory. Default: 20,000,000. */
  readonly maxBytes?: number;
  /** Receives errors that the page does not see. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

type Awaitable<Value> = Value | Promise<Value>;

/** Something that a person does with the page, apart from looking. */
export type InspectorAction = 'call' | 'decide';

/** The user of a request to the page. */
export interface InspectorAccess {
  /** The person who decides. The tool reads it as `run.approval.metadata.decidedBy`. */
  readonly user: string;
  /**
   * Dependencies of the run that executes a decided call. Default: those of the preset that the
   * person chose.
   */
  readonly deps?: unknown;
  /** The actions that the person may take, besides looking. Default: `['call', 'decide']`. */
  readonly may?: readonly InspectorAction[];
}

/** The options of a run, or a function that returns them. */
export type Preset = object | (() => object | Promise<object>);

/** The checked options. */
export type CheckedOptions = Required<Omit<InspectOptions<never>, OptionalName>> &
  Pick<InspectOptions<never>, OptionalName>;

type OptionalName = 'authorize' | 'token';

/**
 * Checks the options, and adds the defaults.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function checkedOptions(options: InspectOptions<never>): CheckedOptions {
  refuseUnknownOptions('inspect', options, NAMES);
  const { hosts, authorize, token, maxBytes = 20_000_000 } = options;
  const isAllowed = options.inProduction === true || process.env['NODE_ENV'] !== 'production';
  if (!isAllowed) throw invalid('inspect() was called in production.', 'Set inProduction: true if you want that.');
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isHost))
    throw invalid('inspect hosts is not a list of hosts.', "Name the hosts of the page: hosts: ['localhost:3000'].");
  if (authorize === undefined && token === undefined)
    throw invalid('inspect() got neither authorize nor token.', 'The page calls tools: say who may use it.');
  if (token !== undefined && !(typeof token === 'string' && token.length >= SHORTEST_TOKEN))
    throw invalid('inspect token is too short.', `Give at least ${SHORTEST_TOKEN} random characters.`);
  return {
    presets: { default: {} },
    readOnly: false,
    inProduction: false,
    title: 'Haft',
    onError: report,
    ...options,
    maxBytes: requireCount('inspect maxBytes', maxBytes, 100_000),
  };
}

const SHORTEST_TOKEN = 20;
const NAMES: OptionNames<InspectOptions> = {
  hosts: true,
  authorize: true,
  token: true,
  presets: true,
  readOnly: true,
  inProduction: true,
  title: true,
  maxBytes: true,
  onError: true,
};

function isHost(host: unknown): boolean {
  return typeof host === 'string' && /^[\w.:[\]-]+$/.test(host);
}

function invalid(message: string, hint: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', message, { hint });
}

function report(error: unknown): void {
  console.error(error);
}
