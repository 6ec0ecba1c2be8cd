/** The record whether a rule read other properties than its own. */
export interface Reach {
  isWide: boolean;
}

/**
 * Returns a proxy of an object with only one valid property. A read of another property throws and
 * sets `reach.isWide`. Then the verdict does not count, even if the rule catches the error.
 */
export function ownPropertyOnly(object: object, property: string, reach: Reach): object {
  const visible = Object.create(Object.getPrototypeOf(object) as object | null) as Record<string, unknown>;
  if (Object.hasOwn(object, property)) visible[property] = (object as Readonly<Record<string, unknown>>)[property];
  const refuse = (): never => {
    reach.isWide = true;
    throw new TypeError('The other properties are not valid yet.');
  };
  return new Proxy(visible, {
    // Methods and getters of the class run with the proxy as `this`.
    get: (target, key, self) =>
      key === property || typeof key === 'symbol' || key in target
        ? (Reflect.get(target, key, self) as unknown)
        : refuse(),
    has: (_target, key) => key === property || refuse(),
    getOwnPropertyDescriptor: (target, key) =>
      key === property ? Reflect.getOwnPropertyDescriptor(target, key) : refuse(),
    ownKeys: refuse,
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}
