import type { RunContext, ToolDefinition } from '@haft/core';
import type { Visibility } from '@haft/runtime';
import { isHttpException } from '../exceptions/http-exception.js';
import { CallThroughNest } from './haft-call.js';
import { isPassed, pass } from './passed.js';
import type { Route } from './route.js';
import type { ToolEnhancers } from './tool-enhancers.js';

/** Asks the guards with `@HidesTools()` whether a tool exists for the user of a run. */
export class GuardVisibility implements Visibility {
  constructor(
    private readonly definition: ToolDefinition,
    private readonly enhancers: ToolEnhancers,
    private readonly route: Route | undefined,
  ) {}

  get tool(): string {
    return this.definition.name;
  }

  get isLimited(): boolean {
    return this.enhancers.hidesTools();
  }

  async isVisible(run: RunContext): Promise<boolean> {
    const question = CallThroughNest.withoutCall(this.definition, run, pass);
    if (this.route !== undefined) await this.route.ask(question);
    try {
      await this.enhancers.guardList(question);
      return true;
    } catch (error) {
      if (isPassed(error)) return true;
      if (isHttpException(error)) return false;
      throw error;
    }
  }
}
