import { Isolated, RequiresApproval, Tool, Toolset, type Interceptor } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { IN_WORKER } from '../../src/isolation/isolated-job.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Lab {
  @Tool()
  @Isolated()
  @RequiresApproval()
  square(x: number): number {
    return x * x;
  }
}
const lab = reflect(Lab, { square: { parameters: { x: { type: 'number' } } } });

test('in a worker a call is executed, not isolated or decided once more, and interceptors stay outside', async () => {
  const asked: string[] = [];
  const asking: Interceptor = {
    intercept: (call, next) => {
      asked.push(call.callId);
      return next();
    },
  };
  const runtime = createRuntime({ toolsets: lab, isolation: { module: 'file:///nowhere.js' }, interceptors: [asking] });
  const run = runtime.startRun({ [IN_WORKER]: true } as object);
  expect(await run.call({ name: 'square', arguments: { x: 4 } })).toMatchObject({ status: 'success', value: 16 });
  expect((await run.call({ name: 'square', arguments: {} })).status).toBe('retry');
  expect(asked).toEqual([]);
});
