import type { ToolDefinition } from '@haft/core';
import { toolMember, type ToolMember } from '@haft/schema/signatures';
import { briefTool } from './brief-tool.js';
import { withAnyArguments } from './with-any-arguments.js';

const members = new WeakMap<ToolDefinition, ToolMember>();

/** Writes a tool as a method of `tools`. */
export function memberOf(definition: ToolDefinition): ToolMember {
  const member = members.get(definition) ?? withAnyArguments(definition, toolMember);
  members.set(definition, member);
  return member;
}

/** The result of a tool in TypeScript. */
export interface ToolResultType {
  /** The declarations of the types of its `$defs`. */
  readonly types: string;
  /** The type, in one line. */
  readonly result: string;
}

const results = new WeakMap<ToolDefinition, ToolResultType>();
const bareResults = new WeakMap<ToolDefinition, ToolResultType>();

/**
 * Writes the type of the result of a tool.
 *
 * @param isBare - whether descriptions are left out
 */
export function resultTypeOf(definition: ToolDefinition, isBare: boolean): ToolResultType {
  const known = isBare ? bareResults : results;
  const found = known.get(definition);
  if (found !== undefined) return found;
  const { types, member } = withAnyArguments({ ...briefTool(definition, isBare), parameters: NOTHING }, toolMember);
  const [, result = 'any'] = /Promise<(.*)>;$/s.exec(inOneLine(member)) ?? [];
  const made = {
    types: withoutLastMarks(types.replaceAll(/\n(?: +|(?=\}))/g, ' ')),
    result: withoutLastMarks(result),
  };
  known.set(definition, made);
  return made;
}

/** Each token is paid for in each request. Strings and comments stay as they are. */
function withoutLastMarks(types: string): string {
  return types.replaceAll(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\/|; \}/gs, (part) => (part === '; }' ? ' }' : part));
}

const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Descriptions are in one line, and strings escape line breaks. */
function inOneLine(declaration: string): string {
  return declaration.trim().replaceAll(/\s*\n\s*/g, ' ');
}
