import type { Token } from '@haft/core';
import type { Lifetime } from '../provider.js';
import { tokenText } from '../token-text.js';
import type { Recipe, Request, Source } from './recipe.js';
import { isRunContext, runRecipe } from './run-recipe.js';
import type { WiringProblem } from './wiring-problem.js';

/** A recipe whose dependencies are found and whose lifetime is decided. Without cycles. */
export interface PlannedValue {
  readonly token: Token;
  readonly lifetime: Lifetime;
  /** Lives as long as a run, or is a transient that holds something which does. */
  readonly needsRun: boolean;
  /** By request; undefined where an optional one has no provider. */
  readonly dependencies: readonly (PlannedValue | undefined)[];
  readonly source: Source;
}

/** Something that is asked for by name, outside of recipes: a toolset class, an injected parameter of a tool. */
export interface TokenRequest {
  readonly token: Token;
  readonly optional?: boolean | undefined;
  /** For messages: `FileToolset.read, parameter 'audit'`. Default: the token speaks for itself. */
  readonly neededBy?: string | undefined;
}

/** What {@link createPlan} returns. The values count only when there are no problems. */
export interface Plan {
  readonly values: ReadonlyMap<Token, PlannedValue>;
  readonly problems: readonly WiringProblem[];
}

/** Finds every dependency of every recipe, once. What descriptors offer and nobody can use is left out silently. */
export function createPlan(recipes: ReadonlyMap<Token, Recipe>, requests: readonly TokenRequest[]): Plan {
  const planner = new Planner(recipes);
  for (const request of requests) planner.request(request);
  for (const recipe of recipes.values()) if (recipe.listed || planner.canBeMade(recipe)) planner.plan(recipe, []);
  return planner;
}

class Planner implements Plan {
  readonly values = new Map<Token, PlannedValue>();
  readonly problems: WiringProblem[] = [];
  /** The recipes that are being planned, outermost first. */
  private readonly open: Recipe[] = [];
  private readonly makeable = new Map<Recipe, boolean>();

  constructor(private readonly recipes: ReadonlyMap<Token, Recipe>) {}

  request({ token, optional = false, neededBy }: TokenRequest): void {
    const path = neededBy === undefined ? [] : [neededBy];
    this.dependency({ token, optional, place: '' }, undefined, path);
  }

  plan(recipe: Recipe, path: readonly string[]): PlannedValue | undefined {
    const known = this.values.get(recipe.token);
    if (known !== undefined) return known;
    const here = [...path, tokenText(recipe.token)];
    if (this.open.includes(recipe)) {
      const cycle = this.open.slice(this.open.indexOf(recipe)).map((one) => tokenText(one.token));
      this.problems.push({ kind: 'cycle', path: [...cycle, tokenText(recipe.token)], text: 'these need each other.' });
      return undefined;
    }
    this.open.push(recipe);
    const dependencies = recipe.requests.map((request) => this.dependency(request, recipe, here));
    this.open.pop();
    const value = planned(recipe, dependencies);
    if (recipe.lifetime === 'singleton' && value.needsRun) this.problems.push(captive(value, path));
    this.values.set(recipe.token, value);
    return value;
  }

  /** Whether all that the recipe needs is there. False for what stands in a cycle. */
  canBeMade(recipe: Recipe): boolean {
    const known = this.makeable.get(recipe);
    if (known !== undefined) return known;
    this.makeable.set(recipe, false); // while it is open: who meets it again stands in a cycle
    const can = recipe.requests.every(({ token, optional }) => {
      if (optional) return true;
      const other = token === undefined ? undefined : this.recipeOf(token);
      return other !== undefined && this.canBeMade(other);
    });
    this.makeable.set(recipe, can);
    return can;
  }

  private dependency(request: Request, holder: Recipe | undefined, path: readonly string[]): PlannedValue | undefined {
    const { token, optional, problem } = request;
    if (token === undefined) {
      if (problem !== undefined) this.problems.push({ kind: 'unknown', path, text: `${request.place}: ${problem}.` });
      return undefined;
    }
    const recipe = this.recipeOf(token);
    if (recipe === undefined) {
      if (!optional) this.problems.push(this.missing(token, request, holder, path));
      return undefined;
    }
    if (optional && !recipe.listed && !this.canBeMade(recipe)) return undefined;
    return this.plan(recipe, path);
  }

  private recipeOf(token: Token): Recipe | undefined {
    return this.recipes.get(token) ?? (isRunContext(token) ? runRecipe(token) : undefined);
  }

  private missing(token: Token, request: Request, holder: Recipe | undefined, path: readonly string[]): WiringProblem {
    const text = tokenText(token);
    const place = holder === undefined ? '' : `, ${request.place} of ${signature(holder, request)}`;
    const namesake = this.hasNamesake(token) ? ` Another class ${text} is: its file is probably loaded twice.` : '';
    return {
      kind: 'missing',
      path: [...path, text],
      text: `nothing is registered for ${text}${place}.${namesake}`,
    };
  }

  private hasNamesake(token: Token): boolean {
    if (typeof token !== 'function' || token.name === '') return false;
    return [...this.recipes.keys()].some((one) => typeof one === 'function' && one.name === token.name);
  }
}

function planned(recipe: Recipe, dependencies: readonly (PlannedValue | undefined)[]): PlannedValue {
  const { token, source } = recipe;
  const holdsRun = source.kind === 'run' || dependencies.some((one) => one?.needsRun === true);
  const lifetime = recipe.lifetime ?? (holdsRun ? 'run' : 'singleton');
  return { token, lifetime, needsRun: lifetime === 'run' || holdsRun, dependencies, source };
}

function captive(value: PlannedValue, path: readonly string[]): WiringProblem {
  const chain = [tokenText(value.token)];
  let one = value.dependencies.find((dependency) => dependency?.needsRun === true);
  while (one !== undefined) {
    chain.push(tokenText(one.token));
    one = one.dependencies.find((dependency) => dependency?.needsRun === true);
  }
  const text = `${chain[0] ?? ''} is a singleton, ${chain.at(-1) ?? ''} lives only as long as a run.`;
  return { kind: 'captive', path: [...path, ...chain], text };
}

/** `Workspace(Clock, ?)`: a question mark at the hole. */
function signature(holder: Recipe, hole: Request): string {
  const parts = holder.requests.map((one) =>
    one === hole ? '?' : one.token === undefined ? '_' : tokenText(one.token),
  );
  return `${tokenText(holder.token)}(${parts.join(', ')})`;
}
