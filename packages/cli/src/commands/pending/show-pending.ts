import { isObject } from '@haft/schema/internal';
import { printJson } from '../../output/print-json.js';
import { styled } from '../../output/styled.js';
import { visibleLine, visibleText, visibleValue } from '../../output/visible-text.js';
import type { PendingCall } from '../../project/project-pending.js';
import { findCall } from './find-call.js';
import { nextCommands } from './next-commands.js';
import { waitsFor } from './waits-for.js';
import { withPending } from './with-pending.js';

/** Options of `haft pending show`. */
export interface ShowPendingOptions {
  readonly json?: boolean;
}

/**
 * Prints one call: its arguments, request, preview and outcome.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_DECISION` if there is no such call
 */
export async function showPending(key: string, { json }: ShowPendingOptions): Promise<number> {
  const call = await withPending(({ pending }) => findCall(pending, key));
  if (json === true) printJson(call);
  else process.stdout.write(`${pageOf(call)}\n`);
  return 0;
}

function pageOf(call: PendingCall): string {
  const { request, outcome } = call;
  const parts = [
    [styled('bold', visibleLine(call.key)), ...facts(factsOf(call))].join('\n'),
    section('arguments', facts(entriesOf(call.arguments))),
    section('preview', linesOf(request?.preview?.text)),
    section('fields', facts(entriesOf(isObject(request?.fields) ? request.fields['properties'] : undefined))),
    section('metadata', facts(entriesOf(request?.metadata))),
    section('outcome', outcome === undefined ? [] : [indented(visibleLine(outcome.status)), ...linesOf(outcome.text)]),
    section('decide with', nextCommands(call).map(indented)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function factsOf(call: PendingCall): readonly (readonly [string, unknown])[] {
  const { request, tenantId, userId, expiresAt } = call;
  const parent = request?.parent;
  const place = parent?.place === undefined ? '' : ` at ${JSON.stringify(parent.place)}`;
  const all: readonly (readonly [string, unknown])[] = [
    ['tool', request?.version === undefined ? call.tool : `${call.tool} (version ${request.version})`],
    ['state', waitsFor(call)],
    ['tenant', tenantId],
    ['user', userId],
    ['run', call.runId],
    ['call', call.callId],
    ['called by', parent === undefined ? undefined : `${parent.tool}${place}`],
    ['attempts', call.attempts],
    ['created', call.createdAt],
    ['expires', expiresAt],
  ];
  return all.filter(([, value]) => value !== undefined);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [styled('bold', title), ...lines].join('\n');
}

/** Rows of the ledger are outside input: anything can stand for the arguments. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function facts(entries: readonly (readonly [string, unknown])[]): readonly string[] {
  const rows = entries.map(([name, value]) => [visibleLine(name), visibleValue(value)] as const);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => indented(`${name.padEnd(width)}  ${value}`));
}

function linesOf(text: unknown): readonly string[] {
  return typeof text === 'string' ? visibleText(text).split('\n').map(indented) : [];
}

function indented(line: string): string {
  return `  ${line}`;
}
