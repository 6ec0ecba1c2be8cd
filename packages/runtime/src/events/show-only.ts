/**
 * Makes `console.log` and `JSON.stringify` show these facts only of the instances of a class. Behind some objects that a host gets are
 * its dependencies, its secrets and sensitive arguments.
 *
 * @param name - what stands before the facts
 */
export function showOnly<Instance extends object>(
  target: { readonly prototype: Instance },
  name: string,
  facts: (instance: Instance) => object,
): void {
  Object.defineProperties(target.prototype, {
    [INSPECT]: {
      value(this: Instance, _depth: number, options: object, inspect: (value: object, options: object) => string) {
        return `${name} ${inspect(facts(this), options)}`;
      },
    },
    toJSON: {
      value(this: Instance) {
        return facts(this);
      },
    },
  });
}

/** `util.inspect.custom`, without an import of it. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');
