import type { RunContext, ToolDefinition } from '@haft/core';
import { compose, WrapperToolset, type AnyTool, type AnyToolset, type ComposedToolset } from '@haft/runtime';
import { isOwnTool } from '../own-tool.js';
import type { CodeLanguage } from './code-backend.js';
import type { CodeOptions } from './code-options.js';
import { allowedTools } from './refuse-tool.js';
import { signatureBlock } from './signatures/signature-block.js';

/** Adds the signatures of the tools of a program to the description of `execute_code`. */
export function withSignatures<Tools extends object>(
  toolset: ComposedToolset<Tools>,
  options: CodeOptions,
): ComposedToolset<Tools> {
  return compose(new DescribedToolset(toolset, options)) as ComposedToolset<Tools>;
}

/** The most characters about the tools, for each language. The model pays them in every request. */
const MOST_CHARACTERS: Readonly<Record<CodeLanguage, number>> = { javascript: 1_600, python: 8_000 };

/** How a program calls tools. */
const RULES: Readonly<Record<CodeLanguage, string>> = {
  javascript:
    'JavaScript or TypeScript: `await tools.name({ ... })` calls a tool and returns its value, not a text, ' +
    'or throws a ToolError with `message`, `issues` and `status`, such as "denied". ' +
    '`return value` sets the result.',
  python:
    'In Python, `call_tool(name, args={})` calls a tool. It returns the structured value, or raises a ToolError ' +
    'with `status` and `issues`. `call_tools_parallel([(name, args), ...])` makes calls in parallel. ' +
    '`set_result(value)` sets the result. `print` prints.',
};

class DescribedToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly options: CodeOptions,
  ) {
    super(inner);
  }

  override get fixed(): undefined {
    return undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    return tools.map((tool) =>
      isOwnTool(tool.definition, 'execute_code') ? { ...tool, definition: this.described(tool.definition, run) } : tool,
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new DescribedToolset(inner, this.options);
  }

  /** The other tools of the step are known only when all toolsets have returned theirs. */
  private described(definition: ToolDefinition, run: RunContext): ToolDefinition {
    const described: ToolDefinition = Object.defineProperties({} as ToolDefinition, {
      ...Object.getOwnPropertyDescriptors(definition),
      description: {
        enumerable: true,
        configurable: true,
        get: () => [definition.description, ...this.texts(run)].join('\n\n'),
      },
    });
    return described;
  }

  private texts(run: RunContext): string[] {
    // A search shows the parameters of the tools that no request lists.
    const tools = allowedTools(this.options, run).filter(({ deferred }) => deferred !== true);
    const preferred = this.options.listFirst?.(run) ?? [];
    return this.options.backends.map(({ language }) => {
      const block = signatureBlock(tools, { language, maxCharacters: MOST_CHARACTERS[language], preferred });
      return block.trim() === '' ? RULES[language] : `${RULES[language]}\n\n${block.trimEnd()}`;
    });
  }
}
