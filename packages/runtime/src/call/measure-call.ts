import type { Call } from './call.js';

/** Measures the time until the answer of a call, if the runtime measures durations. */
export function measureCall(call: Call): void {
  if (!call.run.runtime.observe.measureDurations) return;
  const { caller } = call;
  const begin = performance.now();
  const end = (): void => {
    call.state.planned.shared.durations.add(performance.now() - begin);
  };
  call.caller = {
    answer(outcome) {
      end();
      caller.answer(outcome);
    },
    reject(error) {
      end();
      caller.reject(error);
    },
  };
}
