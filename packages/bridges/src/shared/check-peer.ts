import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/** A framework that a bridge supports. */
export interface Peer {
  readonly name: string;
  /** The start of the supported versions, such as `7.`. */
  readonly takes: string;
  /** The oldest major version of Node for these versions. */
  readonly node: number;
}

export const AI_SDK: Peer = { name: 'ai', takes: '7.', node: 22 };
export const LANGCHAIN: Peer = { name: '@langchain/core', takes: '1.', node: 20 };
export const MASTRA: Peer = { name: '@mastra/core', takes: '1.', node: 22 };
export const OPENAI_AGENTS: Peer = { name: '@openai/agents', takes: '0.20.', node: 22 };
export const ANTHROPIC: Peer = { name: '@anthropic-ai/sdk', takes: '1.', node: 20 };
export const GENKIT: Peer = { name: 'genkit', takes: '1.', node: 20 };
export const LLAMAINDEX: Peer = { name: 'llamaindex', takes: '0.12.', node: 20 };

const checked = new Set<string>();

/**
 * Checks once that the installed version of a framework is supported. In a bundle, the version is
 * unknown, so nothing is checked.
 *
 * @param from - the address of a file from which the framework is resolved
 * @throws {HaftError} `HAFT_MISSING_PEER` if another version is installed
 */
export function checkPeer(peer: Peer, from: string = import.meta.url): void {
  const key = `${peer.name} ${from}`;
  if (checked.has(key)) return;
  const installed = installedVersion(peer.name, from);
  if (installed !== undefined && !installed.startsWith(peer.takes)) throw otherVersion(peer, installed, nodeVersion());
  checked.add(key);
}

/** Returns the error for an unsupported version, with the version that works on this Node. */
export function otherVersion({ name, takes, node }: Peer, installed: string, running: string): HaftError {
  const wanted = takes.slice(0, -1);
  const isTooOld = Number.parseInt(running, 10) < node;
  const why = isTooOld ? ` ${name} ${wanted} needs Node ${node} or newer, and this is Node ${running}.` : '';
  const install = `\`npm install ${name}@${wanted}\``;
  return new HaftError(
    'HAFT_MISSING_PEER',
    `The bridge needs ${name} ${wanted}, and ${installed} is installed.${why}`,
    {
      hint: isTooOld
        ? `Run Node ${node} or newer and ${install}. On Node ${running}, the bridges for LangChain and Anthropic work.`
        : `Run ${install}.`,
    },
  );
}

function nodeVersion(): string {
  return globalThis.process.versions.node;
}

/** Returns the installed version without imports of Node, because bridges run at the edge too. */
function installedVersion(name: string, from: string): string | undefined {
  try {
    const { createRequire } = globalThis.process.getBuiltinModule('node:module');
    const { existsSync, readFileSync } = globalThis.process.getBuiltinModule('node:fs');
    const folders = createRequire(from).resolve.paths(name) ?? [];
    const file = folders.map((folder) => `${folder}/${name}/package.json`).find((one) => existsSync(one));
    if (file === undefined) return undefined;
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : undefined;
  } catch {
    return undefined;
  }
}
