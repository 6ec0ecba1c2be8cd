import { Ref } from '../../ref.js';

/** Returns the value of a parameter of type `Ref<T>`, or undefined if it is absent. */
export function asRef<T>(value: T | undefined): Ref<T> | undefined {
  return value === undefined ? undefined : new Ref(value);
}
