import { existsSync } from 'node:fs';
import type { CallText, Participant } from './participant.js';
import { jsonSchemas } from './shapes/json-schemas.js';
import { DESCRIPTIONS, methods } from './shapes/methods.js';
import type { Records } from './toolsets/records.js';

const FOLDER = new URL('../peers/', import.meta.url);

/** A framework that Haft is compared with. Its code is in a file under `peers/`. */
export interface Peer {
  readonly name: string;
  /** The packages of it that an application imports. */
  readonly packages: readonly string[];
  readonly file: string;
}

const PEERS: readonly Peer[] = [
  { name: 'AI SDK', packages: ['ai'], file: 'ai-sdk.mjs' },
  { name: 'LangChain', packages: ['@langchain/core/tools'], file: 'langchain.mjs' },
  { name: 'Mastra', packages: ['@mastra/core/tools'], file: 'mastra.mjs' },
  { name: 'OpenAI Agents', packages: ['@openai/agents'], file: 'openai-agents.mjs' },
  { name: 'MCP SDK 2', packages: ['@modelcontextprotocol/server'], file: 'mcp-sdk.mjs' },
];

/** Creates schemas but no tools: only its definitions can be compared. */
const TYPEBOX: Peer = { name: 'TypeBox', packages: ['typebox'], file: 'typebox.mjs' };

/** Runs programs, but no single calls: only its programs can be compared. */
const CODE_MODE: Peer = { name: 'AI SDK code mode', packages: ['@ai-sdk/code-mode', 'ai'], file: 'code-mode.mjs' };

/** The exports of a peer's file. All use the shared shapes. */
export interface PeerModule {
  readonly participants: (shared: Shared) => Promise<readonly Participant[]> | readonly Participant[];
  readonly define?: (count: number) => Promise<unknown>;
  readonly callAmong?: (count: number, shared: Shared) => Promise<CallAmong> | CallAmong;
}

/** One call of a tool among many. `i` selects the tool. */
export type CallAmong = (text: string, i: number) => ReturnType<CallText>;

export interface Shared {
  readonly methods: typeof methods;
  readonly descriptions: typeof DESCRIPTIONS;
  readonly jsonSchemas: typeof jsonSchemas;
}

export const shared: Shared = { methods, descriptions: DESCRIPTIONS, jsonSchemas };

/** Returns the installed peers. Names the others on the console, once. */
export function installedPeers(): readonly Peer[] {
  nameMissing(PEERS);
  return PEERS.filter(isInstalled);
}

/** Returns the installed peers whose definitions can be compared. */
export function installedDefiners(): readonly Peer[] {
  return [...installedPeers(), ...[TYPEBOX].filter(isInstalled)];
}

/**
 * Returns the function with which the code mode of the AI SDK runs a program. Undefined if it is
 * not installed, which it says on the console.
 *
 * @param records - the methods of its tools
 */
export async function loadCodeMode(records: Records): Promise<((code: string) => Promise<string>) | undefined> {
  nameMissing([CODE_MODE]);
  if (!isInstalled(CODE_MODE)) return undefined;
  const { codeMode } = (await import(new URL(CODE_MODE.file, FOLDER).href)) as {
    readonly codeMode: (methods: Pick<Records, 'find' | 'list'>) => (code: string) => Promise<string>;
  };
  return codeMode({ find: (id) => records.find(id), list: (count) => records.list(count) });
}

/** Loads a peer's file. */
export async function loadPeer({ file }: Peer): Promise<PeerModule> {
  return (await import(new URL(file, FOLDER).href)) as PeerModule;
}

/** Returns the native TypeScript compiler, or undefined if the peers are not installed. */
export async function nativeCompiler(): Promise<string | undefined> {
  const locator = new URL('node_modules/typescript-7/lib/getExePath.js', FOLDER);
  if (!existsSync(locator)) return undefined;
  const { default: executable } = (await import(locator.href)) as { default: () => string };
  return executable();
}

/** Returns the compiler of a project with typia, or undefined if the peers are not installed. */
export function typiaCompiler(): { readonly tspc: string; readonly typia: string } | undefined {
  const [tspc, typia] = ['ts-patch/bin/tspc.js', 'typia'].map(
    (path) => new URL(`node_modules/${path}`, FOLDER).pathname,
  );
  return tspc !== undefined && typia !== undefined && [tspc, typia].every((path) => existsSync(path))
    ? { tspc, typia }
    : undefined;
}

function nameMissing(peers: readonly Peer[]): void {
  const names = peers.filter((peer) => !isInstalled(peer)).map(({ name }) => name);
  if (names.length === 0) return;
  console.error(
    `Left out, not installed: ${names.join(', ')}. \`npm run bench:peers -w @haft/benchmarks\` installs them.`,
  );
}

function isInstalled({ packages }: Peer): boolean {
  return packages.every((specifier) => existsSync(new URL(`node_modules/${packageOf(specifier)}`, FOLDER)));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
