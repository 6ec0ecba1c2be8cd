import type { Tool } from '@modelcontextprotocol/client';

/**
 * Why a definition from outside may not be shown to a model, as a clause; undefined when it may. What is looked for: texts that a person who
 * reviews them cannot see, schemas that make the checker load or compute what it should not, and sizes that cost more than a tool is worth.
 */
export function definitionHazard(tool: Tool): string | undefined {
  return nameHazard(tool.name) ?? shapeHazard(tool) ?? sizeHazard(tool);
}

const LONGEST_NAME = 128;
const DEEPEST = 32;
const LARGEST = 1_000_000;

/** Names of what every object has: never a name of a tool. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

/** Keywords under which the names are data, not keywords. */
const NAMES_ARE_DATA = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * Control characters but line breaks and tabs, zero-width and bidirectional characters, tags. Joiners only inside of words and
 * emoji, where scripts need them.
 */
const HIDDEN = new RegExp(
  [
    '[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E01EF}]',
    '(?<![\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])[\\u200C\\u200D]',
    '[\\u200C\\u200D](?![\\p{L}\\p{M}\\p{Extended_Pictographic}])',
  ].join('|'),
  'u',
);

function nameHazard(name: string): string | undefined {
  if (name.trim() === '') return 'it has no name';
  if (name.length > LONGEST_NAME) return `its name is longer than ${LONGEST_NAME} characters`;
  if (INHERITED.has(name)) return 'its name is one that every object has';
  return undefined;
}

interface Place {
  readonly value: unknown;
  readonly depth: number;
  /** The key that the value stands under. */
  readonly key: string;
  /** Whether the keys of the value are names that somebody chose. */
  readonly names: boolean;
  readonly isRoot: boolean;
}

/** A loop, not a recursion: how deep it goes is what is asked. */
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
    if (depth > DEEPEST) return `it is deeper than ${DEEPEST} levels`;
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
  // In the root it only names the schema; further in it changes what references mean.
  if (key === '$id' && depth > 2) return 'a part of its schema has an $id of its own';
  return undefined;
}

function sizeHazard(tool: Tool): string | undefined {
  return JSON.stringify(tool).length > LARGEST ? `it is larger than ${LARGEST / 1_000_000} MB` : undefined;
}
