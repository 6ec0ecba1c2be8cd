import type { Tool } from '@modelcontextprotocol/client';
import { HIDDEN } from '../hidden-characters.js';
import { hasReferenceLoop } from './reference-loop.js';

/**
 * Returns why a definition from outside may not be shown to a model, as a clause, or undefined. It
 * looks for three hazards: texts that a reviewer cannot see, schemas that make the checker load or
 * compute too much, and excessive sizes.
 */
export function definitionHazard(tool: Tool): string | undefined {
  return nameHazard(tool.name) ?? readHazard(tool) ?? shapeHazard(tool) ?? sizeHazard(tool) ?? loopHazard(tool);
}

/**
 * Returns why the SDK may not read a definition, as a clause, or undefined. The SDK drops a name
 * `__proto__`, and it recurses into schemas.
 *
 * @param definition - as the server sent it
 */
export function readHazard(definition: unknown): string | undefined {
  // A loop instead of a recursion, because the depth is what it measures.
  const places = [{ value: definition, depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST) return `it is deeper than ${DEEPEST} levels`;
    for (const [key, child] of Object.entries(value)) {
      if (key === '__proto__') return 'a name in it is __proto__';
      places.push({ value: child, depth: depth + 1 });
    }
  }
  return undefined;
}

const LONGEST_NAME = 128;
const DEEPEST = 32;
const LARGEST = 1_000_000;

/** Names that every object inherits. Tools never have them. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

/** Keywords under which the names are data, not keywords. */
const NAMES_ARE_DATA = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

function nameHazard(name: string): string | undefined {
  if (name.trim() === '') return 'it has no name';
  if (name.length > LONGEST_NAME) return `its name is longer than ${LONGEST_NAME} characters`;
  if (INHERITED.has(name)) return 'its name is one that every object has';
  return undefined;
}

interface Place {
  readonly value: unknown;
  readonly depth: number;
  /** The key of the value. */
  readonly key: string;
  /** Whether the keys of the value are freely chosen names. */
  readonly names: boolean;
  readonly isRoot: boolean;
}

/** Checks keys and strings. The depth has a limit here: see {@link readHazard}. */
function shapeHazard(tool: Tool): string | undefined {
  const { inputSchema, outputSchema, ...texts } = tool;
  const roots: [string, unknown][] = [
    ['', texts],
    ['inputSchema', inputSchema],
    ['outputSchema', outputSchema],
  ];
  const places: Place[] = roots.map(([key, value]) => ({ value, depth: 1, key, names: false, isRoot: true }));
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, depth, names } = place;
    const hazard = valueHazard(place);
    if (hazard !== undefined) return hazard;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (HIDDEN.test(key)) return 'a name in it has hidden characters';
      if (key === '$data' && !names) return 'its schema uses $data';
      const childNames = !names && NAMES_ARE_DATA.has(key);
      places.push({ value: child, depth: depth + 1, key: names ? '' : key, names: childNames, isRoot: false });
    }
  }
  return undefined;
}

function valueHazard({ value, key, depth }: Place): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (HIDDEN.test(value)) return 'a text in it has hidden characters';
  if (REFERENCES.has(key) && !value.startsWith('#')) return 'its schema refers to another document';
  // In the root, it only names the schema. Deeper, it changes the targets of references.
  if (key === '$id' && depth > 2) return 'a part of its schema has a separate $id';
  return undefined;
}

function sizeHazard(tool: Tool): string | undefined {
  return JSON.stringify(tool).length > LARGEST ? `it is larger than ${LARGEST / 1_000_000} MB` : undefined;
}

function loopHazard({ inputSchema, outputSchema }: Tool): string | undefined {
  const loops = hasReferenceLoop(inputSchema) || hasReferenceLoop(outputSchema);
  return loops ? 'its schema refers to itself in a loop' : undefined;
}
