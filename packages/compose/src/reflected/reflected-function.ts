import { HaftError } from '@haft/core';
import type { FunctionDescriptor, HostParameterDescriptor, ToolDescriptor } from '@haft/core/reflected';
import type { AnyTool, HostParameter } from '../port/any-tool.js';
import { besideExecute, withReconcile } from '../define/beside-execute.js';
import type { FunctionToolOptions } from '../define/function-tool.js';
import { reflectedCheck, reflectedInput, reflectedRules } from './reflected-check.js';
import { reflectedReferences } from './reflected-references.js';
import { ReflectedDefinition } from './reflected-definition.js';

/**
 * Returns the tool of a function, from its descriptor and its options.
 *
 * @throws {HaftError} `HAFT_STALE_DESCRIPTOR` if the options have no token for an injected
 *   parameter
 */
export function reflectedFunction(
  { function: target, tool, ...onDemand }: FunctionDescriptor,
  { settings = {}, parameters = {}, ...beside }: FunctionToolOptions,
): AnyTool {
  const definition = new ReflectedDefinition(tool.name, tool, settings.requires);
  return {
    definition,
    aliases: tool.aliases ?? [],
    otherNames: tool.otherNames,
    ownName: tool.name,
    check: reflectedCheck(tool, () => definition.checkedParameters(), onDemand),
    settings: withReconcile(settings, beside),
    body: {
      instance: target,
      usesRun: tool.usesRun ?? false,
      host: (tool.host ?? []).map((one) => hostParameter(tool, one, parameters)),
      visitRules: reflectedRules(tool, onDemand.checks),
      invoke: tool.invoke,
      ...besideExecute(beside),
    },
    input: reflectedInput(tool, onDemand),
    references: reflectedReferences(tool),
    alwaysReturns: tool.result !== undefined && tool.mayReturnNothing !== true,
  };
}

function hostParameter(
  tool: ToolDescriptor,
  { name, input, class: type }: HostParameterDescriptor,
  parameters: NonNullable<FunctionToolOptions['parameters']>,
): HostParameter {
  if (input === true) return { kind: 'input', name };
  const token = parameters[name]?.inject ?? type;
  if (token !== undefined) return { kind: 'inject', name, token, optional: false };
  const message = `${tool.method}: the generated module says that the host gives the parameter ${name}; defineTool does not say from where.`;
  throw new HaftError('HAFT_STALE_DESCRIPTOR', message, { hint: 'Run `npx haft build` and compile again.' });
}
