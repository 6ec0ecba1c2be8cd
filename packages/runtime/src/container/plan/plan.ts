import type { Token } from '@haft/core';
import type { Lifetime } from '../provider.js';
import { tokenText } from '../token-text.js';
import type { Recipe, Request, Source } from './recipe.js';
import { isRunContext, runRecipe } from './run-recipe.js';
import type { WiringProblem } from './wiring-problem.js';

/** A recipe with its dependencies and its lifetime. It has no cycles. */
export interface PlannedValue {
  readonly token: Token;
  readonly lifetime: Lifetime;
  /** Whether it is run-scoped, or a transient with a run-scoped dependency. */
  readonly needsRun: boolean;
  /** Values by request. Undefined if an optional one has no provider. */
  readonly dependencies: readonly (PlannedValue | undefined)[];
  readonly source: Source;
}

/** A request outside of recipes: for a toolset class or an injected parameter of a tool. */
export interface TokenRequest {
  readonly token: Token;
  readonly optional?: boolean | undefined;
  /** Place for messages, `FileToolset.read, parameter 'audit'`. Default: the token alone. */
  readonly neededBy?: string | undefined;
}

/** Finds the dependencies of all recipes. Ignores problems of unlisted recipes that are unused. */
export function createPlan(recipes: Map<Token, Recipe>, requests: readonly TokenRequest[]): Plan {
  const plan = new Plan(recipes);
  for (const request of requests) plan.request(request);
  plan.planAll();
  return plan;
}

/** The result of {@link createPlan}. The values are valid only without problems. */
export class Plan {
  readonly values = new Map<Token, PlannedValue>();
  readonly problems: WiringProblem[] = [];
  /** The recipes that are being planned, outermost first. */
  private readonly open: Recipe[] = [];
  private readonly makeable = new Map<Recipe, boolean>();

  constructor(private readonly recipes: Map<Token, Recipe>) {}

  /** Returns whether it has a recipe for the token. */
  knows(token: Token): boolean {
    return this.recipes.has(token);
  }

  /** Adds recipes to the plan, and values for those whose dependencies exist. */
  add(recipes: readonly Recipe[]): void {
    if (recipes.length === 0) return;
    for (const recipe of recipes) this.recipes.set(recipe.token, recipe);
    // A recipe that lacked a dependency may have it now.
    this.makeable.clear();
    this.planAll();
  }

  planAll(): void {
    for (const recipe of this.recipes.values()) if (recipe.listed || this.canBeMade(recipe)) this.plan(recipe, []);
  }

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

  /** Returns whether all dependencies of a recipe exist. Returns false in a cycle. */
  canBeMade(recipe: Recipe): boolean {
    const known = this.makeable.get(recipe);
    if (known !== undefined) return known;
    this.makeable.set(recipe, false); // A second visit of an open recipe is a cycle.
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

/** Returns `Workspace(Clock, ?)`, with a question mark for the missing parameter. */
function signature(holder: Recipe, hole: Request): string {
  const parts = holder.requests.map((one) =>
    one === hole ? '?' : one.token === undefined ? '_' : tokenText(one.token),
  );
  return `${tokenText(holder.token)}(${parts.join(', ')})`;
}
