import { HaftError, type Class } from '@haft/core';
import type { NestWrapper } from '../container/nest-wrapper.js';
import { enhancerKeys } from './enhancer-keys.js';

/**
 * Makes sure that every class that `@UseGuards` and the like name on a toolset was made by Nest for it. Nest does so for providers that are
 * classes; for others it would leave the guards out, in silence.
 *
 * @param methods - the methods of the toolset that are called
 * @throws HaftError `HAFT_UNGUARDED`
 */
export function refuseLeftOut(target: Class, methods: readonly string[], wrapper: NestWrapper | undefined): void {
  const made = wrapper?.host?.injectables;
  const leftOut = [...new Set(enhancersOn(target, methods))].filter((one) => made?.has(one as never) !== true);
  if (leftOut.length === 0) return;
  const names = leftOut.map(({ name }) => name).join(', ');
  throw new HaftError(
    'HAFT_UNGUARDED',
    `${target.name} wants ${names} around its tools, and Nest made none for it: it is provided by a factory or as a value, or by no module.`,
    {
      hint: `Provide the class itself, \`providers: [${target.name}]\`, or give the decorator an instance: @UseGuards(new ${leftOut[0]?.name ?? 'Guard'}(...)).`,
    },
  );
}

/** The classes among the enhancers of a class and its methods. Ready instances need nobody to make them. */
function enhancersOn(target: Class, methods: readonly string[]): readonly Class[] {
  const prototype = target.prototype as Readonly<Record<string, object | undefined>>;
  const places = [target, ...methods.map((method) => prototype[method])].filter((one) => one !== undefined);
  const named = Object.values(enhancerKeys()).flatMap((key) =>
    places.flatMap((place) => (Reflect.getMetadata(key, place) as readonly unknown[] | undefined) ?? []),
  );
  return named.filter((one): one is Class => typeof one === 'function');
}
