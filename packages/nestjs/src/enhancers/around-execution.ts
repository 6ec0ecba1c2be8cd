import type { RunContext } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { ToolFailed } from '@haft/core';
import type { AnyTool } from '@haft/runtime';
import { denialText, isDenial } from '../exceptions/denial.js';
import { isHttpException } from '../exceptions/http-exception.js';
import { inHaftWords } from '../exceptions/in-haft-words.js';
import type { AroundCall } from './around-call.js';
import { drained, isGenerator } from './drained.js';
import { filtered } from './exception-filters.js';
import { CallThroughNest } from './haft-call.js';
import { positional, recordParameters, type MethodParameters } from './method-parameters.js';
import type { ToolEnhancers } from './tool-enhancers.js';
import type { ToolPlace } from './tool-place.js';

/** Nest's interceptors and pipes around the method of one tool, and its filters for what that throws. */
export class AroundExecution {
  private readonly parameters: MethodParameters;

  constructor(
    private readonly tool: AnyTool,
    private readonly place: ToolPlace,
    private readonly enhancers: ToolEnhancers,
    private readonly aroundCall: AroundCall,
  ) {
    this.parameters = recordParameters(place, tool);
  }

  async execute(instance: object | undefined, args: object, run: RunContext, host: HostValues): Promise<unknown> {
    const call = new CallThroughNest(
      this.tool.definition,
      run,
      () => args,
      (data) => values[this.parameters.get(data) ?? 0],
    );
    const values = this.valuesOf(instance, args, run, host);
    try {
      const result = await this.enhancers.execute(this.isMethod ? (instance as object) : FUNCTION, call);
      return isGenerator(result) ? await drained(result, run) : result;
    } catch (error) {
      return this.answerTo(error, call);
    }
  }

  private get isMethod(): boolean {
    return this.place.method === this.tool.body.method;
  }

  /** A tool that is no method gets itself to call. */
  private valuesOf(instance: object | undefined, args: object, run: RunContext, host: HostValues): readonly unknown[] {
    const { body } = this.tool;
    if (this.isMethod) return positional(body, args, run, host);
    return [() => body.invoke(instance as never, args as never, run, host)];
  }

  private async answerTo(error: unknown, call: CallThroughNest): Promise<unknown> {
    const result = await filtered(error, call, this.enhancers);
    if ('answer' in result) return result.answer;
    if (isHttpException(result.error) && isDenial(result.error)) {
      const text = denialText(result.error);
      this.aroundCall.deny(call.run, text);
      throw new ToolFailed(text);
    }
    throw inHaftWords(result.error, call.definition);
  }
}

/** Stands for the instance of tools that are no methods. */
const FUNCTION = { call: (tool: () => unknown): unknown => tool() };
