import { fingerprintOf, HaftError, TOOL_NAME, type ToolDefinition } from '@haft/core';
import type { AnyTool, ToolSettings } from '../port/any-tool.js';
import { interceptedRule } from './intercepted-tools.js';

/** The changes that a wrapper may make to a definition. */
export type DefinitionChanges = Partial<Omit<ToolDefinition, 'fingerprint'>>;

/**
 * Returns the tool with a changed definition. Schemas stay unread. The fingerprint follows name,
 * version and schema, and is computed when it is first read.
 */
export function changedTool(tool: AnyTool, changes: DefinitionChanges): AnyTool {
  return { ...tool, definition: changedDefinition(tool.definition, changes) };
}

/**
 * Returns the tool under another name in the run.
 *
 * @throws {HaftError} `HAFT_INVALID_NAME` if providers reject the name
 */
export function renamedTool(tool: AnyTool, name: string, aliases: readonly string[]): AnyTool {
  if (!TOOL_NAME.test(name)) throw invalidName(tool, name);
  return { ...changedTool(tool, { name }), aliases, settings: renamedSettings(tool, name) };
}

/** An interceptor of the tool names it as its class does, so it follows the new name. */
function renamedSettings({ definition, settings }: AnyTool, name: string): ToolSettings {
  const { interceptors } = settings;
  if (interceptors === undefined || interceptors.every((one) => interceptedRule(one) === undefined)) return settings;
  const renamed = interceptors.map((one) => interceptedRule(one)?.renamed(definition.name, name) ?? one);
  return { ...settings, interceptors: renamed };
}

function changedDefinition(before: ToolDefinition, changes: DefinitionChanges): ToolDefinition {
  const properties: PropertyDescriptorMap = {
    ...forwarded(before),
    ...Object.getOwnPropertyDescriptors(changes),
  };
  const changed = Object.defineProperties({}, properties) as ToolDefinition;
  if (changes.name === undefined && changes.version === undefined && changes.parameters === undefined) return changed;
  let fingerprint: string | undefined;
  return Object.defineProperty(changed, 'fingerprint', {
    enumerable: true,
    configurable: true,
    get: () => (fingerprint ??= fingerprintOf(changed.name, changed.version, changed.parameters)),
  });
}

/** Returns the properties of a definition. Computed properties stay computed by it. */
function forwarded(before: ToolDefinition): PropertyDescriptorMap {
  const properties: PropertyDescriptorMap = { ...Object.getOwnPropertyDescriptors(before) };
  for (const [name, property] of Object.entries(properties)) {
    if (property.get === undefined) continue;
    properties[name] = { enumerable: true, configurable: true, get: () => before[name as keyof ToolDefinition] };
  }
  return properties;
}

function invalidName({ definition }: AnyTool, name: string): HaftError {
  const message =
    name.length > 64
      ? `'${name}', made of '${definition.name}' of toolset '${definition.toolset}', has ${name.length} characters.`
      : `'${name}', made of '${definition.name}' of toolset '${definition.toolset}', is not a valid tool name.`;
  return new HaftError('HAFT_INVALID_NAME', message, {
    hint: 'A name has 1 to 64 letters, digits and underscores, and no digit in front: choose another prefix or name.',
  });
}
