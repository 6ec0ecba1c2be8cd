import { refuseUnknownOptions, requireOneOf, type Class, type OptionNames, type Token } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AliasProvider, ClassProvider, FactoryProvider, Lifetime, Provider, ValueProvider } from '../provider.js';
import { ClassRecipe } from './class-recipe.js';
import type { Recipe, Request } from './recipe.js';

/** Returns the recipe of a provider in `provide`. */
export function providerRecipe(provider: Provider, descriptors: ReadonlyMap<Class, ServiceDescriptor>): Recipe {
  if (typeof provider === 'function') {
    return new ClassRecipe(provider, provider, descriptors.get(provider), { lifetime: undefined, listed: true });
  }
  refuseOtherForm(provider);
  const token = provider.provide;
  if ('useValue' in provider) return valueRecipe(token, provider.useValue);
  if ('useExisting' in provider) {
    const request: Request = { token: provider.useExisting, optional: false, place: 'useExisting' };
    return { token, lifetime: undefined, listed: true, requests: [request], source: { kind: 'alias' } };
  }
  const { lifetime } = provider;
  if ('useFactory' in provider) return factoryRecipe(token, provider);
  return new ClassRecipe(token, provider.useClass, descriptors.get(provider.useClass), { lifetime, listed: true });
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` for another option or lifetime */
function refuseOtherForm(provider: Exclude<Provider, Class>): void {
  refuseUnknownOptions('A provider of createRuntime', provider, PROVIDER);
  const { lifetime } = provider as { readonly lifetime?: Lifetime };
  if (lifetime !== undefined) requireOneOf('lifetime of a provider', lifetime, ['singleton', 'run', 'transient']);
}

const PROVIDER: OptionNames<Omit<ClassProvider & ValueProvider & FactoryProvider & AliasProvider, never>> = {
  provide: true,
  useClass: true,
  useValue: true,
  useFactory: true,
  useExisting: true,
  inject: true,
  lifetime: true,
};

/** Returns the recipe of a ready value. */
export function valueRecipe(token: Token, value: unknown): Recipe {
  return { token, lifetime: 'singleton', listed: true, requests: [], source: { kind: 'value', value } };
}

function factoryRecipe(token: Token, { useFactory, inject = [], lifetime }: FactoryProvider): Recipe {
  const requests = inject.map((one, index): Request => {
    const place = `parameter ${index + 1} of useFactory`;
    if (typeof one === 'object') return { token: one.token, optional: one.optional, place };
    // Undefined in spite of its type: a circular import.
    if ((one as Token | undefined) === undefined) {
      return {
        token: undefined,
        optional: false,
        place,
        problem: 'the token is undefined, as a circular import leaves it',
      };
    }
    return { token: one, optional: false, place };
  });
  const make = useFactory as (...values: readonly unknown[]) => unknown;
  return { token, lifetime, listed: true, requests, source: { kind: 'made', make: (values) => make(...values) } };
}

/** Returns the problem of an element of `provide`, in JavaScript or after a circular import. */
export function providerProblem(provider: unknown, index: number): string | undefined {
  if (typeof provider === 'function') return undefined;
  const place = `provide[${index}]`;
  if (typeof provider !== 'object' || provider === null) {
    return `${place} is ${String(provider)}: a circular import leaves a class undefined.`;
  }
  const { provide } = provider as { readonly provide?: unknown };
  if (typeof provide !== 'function' && typeof provide !== 'string' && typeof provide !== 'symbol') {
    const { constructor: made } = provider as { readonly constructor?: unknown };
    if (provide === undefined && typeof made === 'function' && made !== Object && made !== Array) {
      return `${place} is an instance of ${made.name}: write { provide: ${made.name}, useValue: ... }.`;
    }
    return `${place} has no token: \`provide\` must be a class, a string or a symbol.`;
  }
  const forms = ['useClass', 'useValue', 'useFactory', 'useExisting'].filter((form) => form in provider);
  if (forms.length !== 1) {
    return `${place} must have exactly one of useClass, useValue, useFactory, useExisting; it has ${forms.join(', ') || 'none'}.`;
  }
  const [form = ''] = forms;
  const given = (provider as Record<string, unknown>)[form];
  if (form === 'useValue' || typeof given === 'function') return undefined;
  if (form === 'useExisting' && (typeof given === 'string' || typeof given === 'symbol')) return undefined;
  return `${place}.${form} is ${String(given)}.`;
}
