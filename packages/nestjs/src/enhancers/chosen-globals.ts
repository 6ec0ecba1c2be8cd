import { ApplicationConfig, type ModulesContainer } from '@nestjs/core';
import type { EnhancerKinds } from './enhancer-kinds.js';
import { hidesTools, isHiding } from './hides-tools.js';

/** The global enhancers of an application that are chosen for tool calls. */
export class ChosenGlobals extends ApplicationConfig {
  /** Whether one of so many guards hides tools. */
  private hiding = { guards: 0, hides: false };

  constructor(
    private readonly application: ApplicationConfig,
    private readonly chosen: EnhancerKinds,
    private readonly modules: ModulesContainer,
  ) {
    super();
  }

  /** Returns whether there are any of a kind. */
  has(kind: keyof EnhancerKinds): boolean {
    return LISTS[kind].some((list) => this[list]().length > 0);
  }

  /** Returns whether a guard hides the tools that it refuses. Guards may be added until a run. */
  hidesTools(): boolean {
    const [shared, perRequest] = [this.getGlobalGuards(), this.getGlobalRequestGuards()];
    const guards = shared.length + perRequest.length;
    if (guards === this.hiding.guards) return this.hiding.hides;
    const hides =
      shared.some((one) => isHiding(one, this.modules)) ||
      perRequest.some(({ token, metatype, inject }) => [token, metatype, ...(inject ?? [])].some(hidesTools));
    this.hiding = { guards, hides };
    return hides;
  }

  /** Returns those that Nest creates for each request. */
  perRun(): ReturnType<ApplicationConfig['getGlobalRequestGuards']>[number][] {
    return [
      ...this.getGlobalRequestGuards(),
      ...this.getGlobalRequestInterceptors(),
      ...this.getGlobalRequestPipes(),
      ...this.getGlobalRequestFilters(),
    ] as ReturnType<ApplicationConfig['getGlobalRequestGuards']>;
  }

  override getGlobalGuards() {
    return this.chosen.guards ? this.application.getGlobalGuards() : [];
  }
  override getGlobalRequestGuards() {
    return this.chosen.guards ? this.application.getGlobalRequestGuards() : [];
  }
  override getGlobalInterceptors() {
    return this.chosen.interceptors ? this.application.getGlobalInterceptors() : [];
  }
  override getGlobalRequestInterceptors() {
    return this.chosen.interceptors ? this.application.getGlobalRequestInterceptors() : [];
  }
  override getGlobalPipes() {
    return this.chosen.pipes ? this.application.getGlobalPipes() : [];
  }
  override getGlobalRequestPipes() {
    return this.chosen.pipes ? this.application.getGlobalRequestPipes() : [];
  }
  override getGlobalFilters() {
    return this.chosen.filters ? this.application.getGlobalFilters() : [];
  }
  override getGlobalRequestFilters() {
    return this.chosen.filters ? this.application.getGlobalRequestFilters() : [];
  }
}

const LISTS = {
  guards: ['getGlobalGuards', 'getGlobalRequestGuards'],
  interceptors: ['getGlobalInterceptors', 'getGlobalRequestInterceptors'],
  pipes: ['getGlobalPipes', 'getGlobalRequestPipes'],
  filters: ['getGlobalFilters', 'getGlobalRequestFilters'],
} as const satisfies Record<keyof EnhancerKinds, unknown>;
