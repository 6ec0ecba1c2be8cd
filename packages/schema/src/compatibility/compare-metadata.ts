import type { JsonValue } from '../json-schema.js';
import { shortened } from '../strings/shortened.js';
import { sameJson } from '../values/same-json.js';
import { ownEntry } from '../values/own-entry.js';
import type { ComparedDefinition, DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares the facts for the host. Only the host knows what they mean. A fact with another value is
 * a note, but one that is gone or has another type can stop code that reads it.
 */
export function compareMetadata(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const [before, after] = [old.metadata ?? {}, now.metadata ?? {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [was, is] = [ownEntry(before, key), ownEntry(after, key)];
    const label = `the metadata ${key}`;
    if (was === undefined && is === undefined) return [];
    if (was === undefined) return [toolChange(old.name, 'compatible', `${label} is new`)];
    if (is === undefined) return [toolChange(old.name, 'breaking', `${label} is gone`)];
    if (sameJson(was, is)) return [];
    const rating = typeOf(was) === typeOf(is) ? 'info' : 'breaking';
    return [toolChange(old.name, rating, `${label} went from ${shown(was)} to ${shown(is)}`)];
  });
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function shown(value: JsonValue): string {
  return shortened(JSON.stringify(value), 80);
}
