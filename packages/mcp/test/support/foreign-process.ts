import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { InMemoryTransport, type Tool } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';
import type { McpToolsetOptions, StdioServer } from '../../src/client/index.js';
import { foreignServer } from '../fixtures/foreign-server.mjs';

const program = fileURLToPath(new URL('../fixtures/foreign-server.mjs', import.meta.url));

/** A server of the fixture, whose tools a test can change while it runs. */
export interface Foreign {
  readonly server: McpToolsetOptions['server'];
  /** The received requests and the starts, one per line. */
  lines(): string[];
  change(tools: readonly Tool[]): void;
  /** Waits until a line is there. */
  says(line: string): Promise<void>;
  remove(): void;
}

/** A server of the fixture as a process of its own. */
export interface ForeignProcess extends Foreign {
  readonly server: Required<Pick<StdioServer, 'command' | 'args'>>;
}

/** A server of the fixture in this process. */
export function foreignHere(tools: readonly Tool[]): Foreign {
  const lines: string[] = [];
  let listed = JSON.stringify(tools);
  let connected: McpServer | undefined;
  const says = (line: string): void => void lines.push(line);
  return {
    server: async () => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      says('started');
      connected = foreignServer(() => JSON.parse(listed) as Tool[], says);
      await connected.connect(theirs);
      return ours;
    },
    lines: () => lines,
    change(changed) {
      listed = JSON.stringify(changed);
      connected?.sendToolListChanged();
    },
    async says(line) {
      while (!lines.includes(line)) await delay(10);
    },
    remove: () => undefined,
  };
}

export function foreignProcess(tools: readonly Tool[]): ForeignProcess {
  const folder = mkdtempSync(join(tmpdir(), 'haft-mcp-'));
  const [file, log] = [join(folder, 'tools.json'), join(folder, 'log')];
  const change = (changed: readonly Tool[]): void => writeFileSync(file, JSON.stringify(changed));
  const lines = (): string[] => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  change(tools);
  writeFileSync(log, '');
  return {
    server: { command: process.execPath, args: [program, file, log] },
    lines,
    change,
    async says(line) {
      while (!lines().includes(line)) await delay(10);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns a tool of a foreign server, by default without parameters. */
export function foreignTool(name: string, more: Partial<Tool> = {}): Tool {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more };
}
