import { useRef } from 'preact/hooks';

/** Returns the first value that is given, and the same one from then on. */
export function useFirst<Value>(value: Value | undefined): Value | undefined {
  const first = useRef(value);
  first.current ??= value;
  return first.current;
}
