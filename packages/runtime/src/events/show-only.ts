/**
 * Makes `console.log` and `JSON.stringify` show only these facts about instances of a class. Their
 * other properties lead to dependencies, secrets and sensitive arguments.
 *
 * @param name - the text before the facts
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

/** The symbol `util.inspect.custom`, without an import. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');
