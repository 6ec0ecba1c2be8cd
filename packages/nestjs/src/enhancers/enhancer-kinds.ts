import { refuseUnknownOptions, type OptionNames } from '@haft/core';
/** The kinds of enhancers in NestJS. */
export interface EnhancerKinds {
  /** Whether guards run. */
  readonly guards: boolean;
  /** Whether interceptors run. */
  readonly interceptors: boolean;
  /** Whether pipes run. */
  readonly pipes: boolean;
  /** Whether exception filters run. */
  readonly filters: boolean;
}

/**
 * Which global enhancers (`APP_GUARD`, `useGlobalGuards` and the like) run around tool calls: all,
 * none, or by kind. A missing kind runs.
 */
export type GlobalEnhancers = boolean | Partial<EnhancerKinds>;

/** Returns the choice by kind. */
export function chosenKinds(choice: GlobalEnhancers = true): EnhancerKinds {
  const all = choice !== false;
  const kinds = { guards: all, interceptors: all, pipes: all, filters: all };
  if (typeof choice === 'boolean') return kinds;
  refuseUnknownOptions('globalEnhancers', choice, KINDS);
  return { ...kinds, ...choice };
}

const KINDS: OptionNames<EnhancerKinds> = { guards: true, interceptors: true, pipes: true, filters: true };
