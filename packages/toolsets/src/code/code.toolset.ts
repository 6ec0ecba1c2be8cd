import { Effect, Example, Hints, Param, RunContext, Timeout, Tool, Toolset, type ToolResult } from '@haft/core';
import type { CodeLanguage } from './code-backend.js';
import { CodeOptions } from './code-options.js';
import type { CodeResult } from './code-result.js';
import { runProgram } from './run-program.js';

/** Programs that call tools. */
@Toolset({
  instructions: 'Use execute_code for several calls with calculations between them, and return only what you need.',
})
@Timeout(330_000)
export class CodeToolset {
  constructor(private readonly options: CodeOptions) {}

  /**
   * Runs a program that can call tools, at most 50 times. Returns its result and what it printed.
   * @param timeoutSeconds Time for people does not count.
   * @alias run_code, code_execution, code_interpreter, execute_program
   */
  @Effect({ replays: true })
  @Tool({ name: 'execute_code', strict: false, metadata: { haft: 'execute_code' } })
  @Hints({ openWorld: true })
  @Example({
    code: "const orders = await tools.order_list({ status: 'open' });\nreturn orders.filter((one) => one.total > 100);",
  })
  async execute(
    /** @alias program, script, source */
    @Param({ maxLength: 64_000 })
    code: string,
    run: RunContext<never>,
    /** @alias lang */
    language?: CodeLanguage,
    /** @alias timeout */
    @Param({ integer: true, minimum: 1 })
    timeoutSeconds = 30,
  ): Promise<ToolResult<CodeResult>> {
    return runProgram(this.options, { code, language, seconds: Math.min(timeoutSeconds, MOST_SECONDS) }, run);
  }
}

/** The timeout of the toolset leaves time for the start. */
const MOST_SECONDS = 300;
