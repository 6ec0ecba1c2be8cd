import type { ToolDefinition } from '@haft/core';
import { toolMember, type ToolMember } from '@haft/schema/signatures';
import { withAnyArguments } from './with-any-arguments.js';

const members = new WeakMap<ToolDefinition, ToolMember>();

/** Writes a tool as a method of `tools`. */
export function memberOf(definition: ToolDefinition): ToolMember {
  const member = members.get(definition) ?? withAnyArguments(definition, toolMember);
  members.set(definition, member);
  return member;
}
