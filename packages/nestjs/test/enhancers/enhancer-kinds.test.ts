import { describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ApplicationConfig, type ModulesContainer } from '@nestjs/core';
import { ChosenGlobals } from '../../src/enhancers/chosen-globals.js';
import { chosenKinds, type EnhancerKinds, type GlobalEnhancers } from '../../src/enhancers/enhancer-kinds.js';
import { HidesTools } from '../../src/index.js';

/* Which global enhancers of an application are around tool calls. */

const KINDS = ['guards', 'interceptors', 'pipes', 'filters'] as const;
const all = (value: boolean): EnhancerKinds => ({ guards: value, interceptors: value, pipes: value, filters: value });

it.each<[string, GlobalEnhancers | undefined, EnhancerKinds]>([
  ['nothing', undefined, all(true)],
  ['true', true, all(true)],
  ['false', false, all(false)],
  ['no kind', {}, all(true)],
  ...KINDS.map((kind): [string, GlobalEnhancers, EnhancerKinds] => [
    `${kind}: false`,
    { [kind]: false },
    { ...all(true), [kind]: false },
  ]),
])('globalEnhancers chooses with %s', (_title, choice, kinds) => {
  expect(chosenKinds(choice)).toEqual(kinds);
});

@Injectable()
class Enhancer {
  canActivate(): boolean {
    return true;
  }
}

@HidesTools()
@Injectable()
class Hiding extends Enhancer {}

const NO_MODULES = new Map() as unknown as ModulesContainer;

type Add = (config: ApplicationConfig) => void;
const ADD: readonly (readonly [string, keyof EnhancerKinds, Add])[] = [
  ['useGlobalGuards', 'guards', (config) => config.addGlobalGuard(new Enhancer())],
  ['useGlobalInterceptors', 'interceptors', (config) => config.addGlobalInterceptor(new Enhancer() as never)],
  ['useGlobalPipes', 'pipes', (config) => config.addGlobalPipe(new Enhancer() as never)],
  ['useGlobalFilters', 'filters', (config) => config.addGlobalFilter(new Enhancer() as never)],
  ['a guard for each request', 'guards', (config) => config.addGlobalRequestGuard(wrapperOf(Enhancer))],
  [
    'an interceptor for each request',
    'interceptors',
    (config) => config.addGlobalRequestInterceptor(wrapperOf(Enhancer)),
  ],
  ['a pipe for each request', 'pipes', (config) => config.addGlobalRequestPipe(wrapperOf(Enhancer))],
  ['a filter for each request', 'filters', (config) => config.addGlobalRequestFilter(wrapperOf(Enhancer))],
];

function wrapperOf(metatype: unknown, more: object = {}): never {
  return { token: 'an enhancer', metatype, ...more } as never;
}

describe.each(ADD)('the global enhancer %s', (title, kind, add) => {
  it('is around tool calls if its kind is chosen', () => {
    const config = new ApplicationConfig();
    const chosen = new ChosenGlobals(config, all(true), NO_MODULES);
    for (const one of KINDS) expect([one, chosen.has(one)]).toEqual([one, false]);
    add(config);
    for (const one of KINDS) expect([one, chosen.has(one)]).toEqual([one, one === kind]);
    expect(chosen.perRun()).toHaveLength(title.endsWith('request') ? 1 : 0);
  });

  it('is left out if its kind is not chosen', () => {
    const config = new ApplicationConfig();
    add(config);
    const chosen = new ChosenGlobals(config, { ...all(true), [kind]: false }, NO_MODULES);
    expect(chosen.has(kind)).toBe(false);
    expect(chosen.perRun()).toEqual([]);
    const others = new ChosenGlobals(config, { ...all(false), [kind]: true }, NO_MODULES);
    expect(others.has(kind)).toBe(true);
  });
});

it.each<[string, Add, boolean]>([
  ['an instance', (config) => config.addGlobalGuard(new Hiding()), true],
  ['an instance of another class', (config) => config.addGlobalGuard(new Enhancer()), false],
  ['a class for each request', (config) => config.addGlobalRequestGuard(wrapperOf(Hiding)), true],
  ['a token for each request', (config) => config.addGlobalRequestGuard(wrapperOf(Enhancer, { token: Hiding })), true],
  [
    'the guard that a factory injects',
    (config) => config.addGlobalRequestGuard(wrapperOf(() => new Enhancer(), { inject: [Enhancer, Hiding] })),
    true,
  ],
  ['another class for each request', (config) => config.addGlobalRequestGuard(wrapperOf(Enhancer)), false],
])('a global guard hides tools if %s has @HidesTools, and guards may be added later', (_title, add, hides) => {
  const config = new ApplicationConfig();
  const chosen = new ChosenGlobals(config, all(true), NO_MODULES);
  expect(chosen.hidesTools()).toBe(false);
  add(config);
  expect([chosen.hidesTools(), chosen.hidesTools()]).toEqual([hides, hides]);
  expect(new ChosenGlobals(config, all(false), NO_MODULES).hidesTools()).toBe(false);
});
