import { HaftError, snakeCase } from '@haft/core';
import type { FunctionDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { functionName, isFunctionTool, type FunctionTool } from '../define/function-tool.js';
import { reflectedFunction } from './reflected-function.js';

/** Finds the descriptors of functions. Returns the same object for the same tool or toolset. */
export class FunctionRegistry implements ReflectedFunctions {
  private readonly tools = new WeakMap<AnyTool, AnyTool>();
  private readonly toolsets = new WeakMap<AnyToolset, AnyToolset>();

  constructor(private readonly descriptors: readonly FunctionDescriptor[]) {}

  toolset(toolset: AnyToolset): AnyToolset {
    const known = this.toolsets.get(toolset);
    if (known !== undefined) return known;
    const bound = toolset.bound?.(this) ?? toolset;
    this.toolsets.set(toolset, bound);
    return bound;
  }

  tool(tool: AnyTool): AnyTool {
    if (!isFunctionTool(tool)) return tool;
    const known = this.tools.get(tool);
    if (known !== undefined) return known;
    const bound = reflectedFunction(this.descriptorOf(tool), tool.options);
    this.tools.set(tool, bound);
    return bound;
  }

  private descriptorOf(tool: FunctionTool): FunctionDescriptor {
    const candidates = this.descriptors.filter((one) => one.function === tool.target);
    // A default name comes from the name in the source, which may differ from that at run time.
    const found = candidates.find(({ tool: { name, method } }) => name === (tool.options.name ?? snakeCase(method)));
    if (found !== undefined) return found;
    throw notReflected(tool, candidates);
  }
}

function notReflected(tool: FunctionTool, candidates: readonly FunctionDescriptor[]): HaftError {
  const name = functionName(tool.target);
  if (candidates.length === 0) {
    const message = `defineTool() got the function ${name}, but no generated module of createRuntime() describes it.`;
    return new HaftError('HAFT_NOT_REFLECTED', message, {
      hint: 'Export the function, run `npx haft build`, and give createRuntime the `toolsets` of the generated module too.',
    });
  }
  const names = candidates.map((one) => `'${one.tool.name}'`).join(', ');
  const wanted = tool.options.name === undefined ? 'its own name' : `'${tool.options.name}'`;
  const message = `The generated module knows the function ${name} as ${names}, not under ${wanted}.`;
  return new HaftError('HAFT_NOT_REFLECTED', message, { hint: 'Run `npx haft build` and compile again.' });
}
