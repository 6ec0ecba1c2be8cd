import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../state.js';

/** A value that is loading, is there, or could not be read. */
export interface Loaded<Value> {
  readonly value?: Value;
  readonly problem?: string;
}

/** Loads a value again when one of the inputs changes. Late answers are dropped. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Signal<Loaded<Value>> {
  const loaded = useSignal<Loaded<Value>>({});
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => {
        if (isCurrent) loaded.value = { value };
      },
      (error: unknown) => {
        if (isCurrent) loaded.value = { problem: messageOf(error) };
      },
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return loaded;
}
