import { useRef } from 'preact/hooks';

/** Returns the first value that is given, and the same one from then on, until the key changes. */
export function useFirst<Value>(value: Value | undefined, key = ''): Value | undefined {
  const first = useRef({ key, value });
  if (first.current.key !== key) first.current = { key, value };
  first.current.value ??= value;
  return first.current.value;
}
