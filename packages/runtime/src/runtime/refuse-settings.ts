import { HaftError } from '@haft/core';
import type { AnyTool } from '@haft/compose';

/**
 * Throws if a tool has settings that this runtime cannot follow.
 *
 * @throws {HaftError} `HAFT_ISOLATION`, `HAFT_INVALID_OPTION`
 */
export function refuseSettings(
  tool: AnyTool,
  { threads, durable }: { readonly threads: unknown; readonly durable: unknown },
): void {
  if (tool.settings.isolated === true && threads === undefined) throw notIsolated(tool);
  refuseReferenceSettings(tool);
  if (tool.settings.background !== undefined && durable === undefined) throw notInBackground(tool);
}

function notIsolated({ definition }: AnyTool): HaftError {
  const message = `'${definition.name}' is @Isolated, and no module for worker threads is given.`;
  return new HaftError('HAFT_ISOLATION', message, {
    hint: 'Give createRuntime({ isolation: { module } }): a compiled module that exports a runtime with this tool.',
  });
}

function notInBackground({ definition }: AnyTool): HaftError {
  const message = `'${definition.name}' is @Background, and createRuntime got no ledger.`;
  return new HaftError('HAFT_INVALID_OPTION', message, {
    hint: 'Give createRuntime({ durability: { ledger } }): a SqliteCallLedger of @haft/durable/sqlite, or a MemoryCallLedger for tests.',
  });
}

/**
 * Throws if the result of a tool is a reference, and a setting takes the result to another run or
 * process.
 */
function refuseReferenceSettings({ definition, references, settings }: AnyTool): void {
  const { isolated, cached, external, background } = settings;
  const refused = { Isolated: isolated, Cached: cached, Background: background, External: external };
  const decorator = Object.entries(refused).find(([, given]) => given !== undefined && given !== false)?.[0];
  if (references?.result === undefined || decorator === undefined) return;
  throw new HaftError('HAFT_INVALID_OPTION', `'${definition.name}' is @${decorator} and returns a Ref.`, {
    hint: 'Return the value itself, or remove the decorator: a reference belongs to one run or user.',
  });
}
