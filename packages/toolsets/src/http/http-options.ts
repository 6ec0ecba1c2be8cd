import { Agent, cacheStores, interceptors, type Dispatcher } from 'undici';
import { isIP } from 'node:net';
import { requireCount, type HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { requireList } from '../require-list.js';
import { invalidOption } from '../invalid-option.js';
import { AddressGuard } from './guard/address-guard.js';
import type { UrlRules } from './guard/check-url.js';
import { plainHost } from './guard/plain-host.js';
import { guardedConnector, type ResolveHost } from './guard/guarded-connector.js';
import { parseUrl } from './parse-url.js';
import { PageWorker } from './worker/page-worker.js';

/** The file that the process runs. Relative to this file and to the bundle that contains it. */
const PAGE_PROGRAM = new URL('./worker/page-program.js', import.meta.url);

/** Time for the conversion of one page, in milliseconds. */
const PAGE_TIMEOUT_MS = 5_000;

/** Settings of the http toolset. */
export interface HttpSettings {
  /** Hosts that can be fetched: `example.com`, or `*.example.com` for all below it. Default all. */
  readonly allowHosts?: readonly string[];
  /**
   * Hosts that cannot be fetched, in the same form. They win over `allowHosts`. An address is also
   * denied to a name that leads to it. Default none.
   */
  readonly denyHosts?: readonly string[];
  /** Private addresses or ranges that can be reached, such as `10.1.0.0/16`. Default none. */
  readonly allowAddresses?: readonly string[];
  /** Ports that can be reached. Default 80 and 443. */
  readonly ports?: readonly number[];
  /**
   * Headers by origin, such as `{ 'https://api.example.com': { authorization: '...' } }`. They are
   * sent to this origin only, also after a redirect. Default none.
   */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Time for the whole fetch with its redirects, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Longest body after decompression, in bytes. Default 5,000,000. */
  readonly maxBytes?: number;
  /** Most redirects of one fetch. Default 5. */
  readonly maxRedirects?: number;
  /**
   * Size of the cache in bytes. It keeps responses as long as HTTP allows. 0 turns it off. Default
   * 10,000,000.
   */
  readonly cacheBytes?: number;
  /** Whether the rules in the `robots.txt` of a site are followed. Default false. */
  readonly robots?: boolean;
  /** The `User-Agent` header. Default `haft`. */
  readonly userAgent?: string;
  /** Resolves host names. Default the system's resolver. */
  readonly resolve?: ResolveHost;
}

/**
 * The settings of an http toolset, checked, with its connections and cache. A token for the
 * container: provide a value, or a factory that takes `RunContext` for settings in each run.
 *
 * @example
 * const options = new HttpOptions({ denyHosts: ['*.internal'] });
 * const provide = [{ provide: HttpOptions, useValue: options }];
 */
export class HttpOptions {
  readonly rules: UrlRules;
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly robots: boolean;
  readonly userAgent: string;
  /** Sends requests: guarded, and through the cache. */
  readonly dispatcher: Dispatcher;
  private readonly agent: Agent;

  /**
   * @param worker - reads what strangers wrote
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid
   */
  constructor(
    settings: HttpSettings = {},
    readonly worker = new PageWorker(PAGE_PROGRAM, PAGE_TIMEOUT_MS),
  ) {
    refuseUnknownOptions('The http toolset', settings, SETTINGS);
    this.timeoutMs = requireCount('timeoutMs of the http toolset', settings.timeoutMs ?? 15_000, 1);
    this.maxBytes = requireCount('maxBytes of the http toolset', settings.maxBytes ?? 5_000_000, 1);
    this.maxRedirects = requireCount('maxRedirects of the http toolset', settings.maxRedirects ?? 5, 0);
    this.robots = settings.robots ?? false;
    this.userAgent = settings.userAgent ?? 'haft';
    for (const name of ['allowHosts', 'denyHosts', 'allowAddresses', 'ports'] as const)
      requireList(name, settings[name]);
    this.rules = {
      ports: new Set((settings.ports ?? [80, 443]).map(portOf)),
      allowHosts: settings.allowHosts?.map(hostPattern),
      denyHosts: (settings.denyHosts ?? []).map(hostPattern),
    };
    this.headers = new Map(Object.entries(settings.headers ?? {}).map(([origin, own]) => [originOf(origin), own]));
    const guard = new AddressGuard(settings.allowAddresses ?? [], this.rules.denyHosts);
    this.agent = new Agent({ connect: guardedConnector(guard, this.timeoutMs, settings.resolve) });
    const cacheBytes = requireCount('cacheBytes of the http toolset', settings.cacheBytes ?? 10_000_000, 0);
    this.dispatcher = cacheBytes === 0 ? this.agent : this.agent.compose(cacheOf(cacheBytes, this.maxBytes));
  }

  /** Closes the connections and ends the process that reads pages. */
  async dispose(): Promise<void> {
    await this.worker.dispose();
    await this.agent.destroy();
  }
}

function cacheOf(maxSize: number, maxEntrySize: number): Dispatcher.DispatcherComposeInterceptor {
  const store = new cacheStores.MemoryCacheStore({ maxSize, maxEntrySize: Math.min(maxSize, maxEntrySize) });
  return interceptors.cache({ store, methods: ['GET'] });
}

function portOf(port: number): number {
  if (Number.isSafeInteger(port) && port > 0 && port < 65_536) return port;
  throw invalidOption(`ports has '${String(port)}', which is not a port.`, 'Give integers from 1 to 65,535.');
}

/** Brings a host to the form of {@link plainHost}. */
function hostPattern(pattern: unknown): string {
  if (typeof pattern !== 'string') throw noHost(typeof pattern);
  const wildcard = pattern.startsWith('*.') ? '*.' : '';
  const name = pattern.slice(wildcard.length);
  const text = isIP(name) === 6 ? `[${name}]` : name;
  const host = parseUrl(`http://${text}`)?.host;
  const isHost = host !== undefined && host !== '' && (isIP(name.replace(/^\[|\]$/g, '')) === 6 || !NO_HOST.test(name));
  if (isHost && !(wildcard !== '' && isIP(plainHost(host)) !== 0)) return wildcard + plainHost(host);
  throw noHost(`'${pattern}'`);
}

function noHost(given: string): HaftError {
  return invalidOption(`${given} is not a host.`, "Write a host such as 'example.com' or '*.example.com'.");
}

/** Other parts of a URL, ranges, and wildcards inside of a name. */
const NO_HOST = /[/:@?#*,\s]/;

function originOf(text: string): string {
  const url = parseUrl(text);
  if (url !== undefined && url.origin !== 'null' && url.href === `${url.origin}/`) return url.origin;
  throw invalidOption(`headers has '${text}', which is not an origin.`, "Write it as 'https://api.example.com'.");
}

const SETTINGS: OptionNames<HttpSettings> = {
  allowHosts: true,
  denyHosts: true,
  allowAddresses: true,
  ports: true,
  headers: true,
  timeoutMs: true,
  maxBytes: true,
  maxRedirects: true,
  cacheBytes: true,
  robots: true,
  userAgent: true,
  resolve: true,
};
