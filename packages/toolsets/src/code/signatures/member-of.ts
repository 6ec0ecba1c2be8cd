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

const briefMembers = new WeakMap<ToolDefinition, ToolMember>();

/** Writes a tool as a method of `tools` in one line, without what its own definition says. */
export function briefMemberOf(definition: ToolDefinition): ToolMember {
  const known = briefMembers.get(definition);
  if (known !== undefined) return known;
  const { types, member } = withAnyArguments(briefTool(definition), toolMember);
  const brief = { types: types.replaceAll(/\n(?: +|(?=\}))/g, ' '), member: `${inOneLine(member)}\n` };
  briefMembers.set(definition, brief);
  return brief;
}

/** Descriptions are in one line, and strings escape line breaks. */
function inOneLine(declaration: string): string {
  return `  ${declaration.trim().replaceAll(/\s*\n\s*/g, ' ')}`;
}
