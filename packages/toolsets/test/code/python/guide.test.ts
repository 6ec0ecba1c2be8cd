import { expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { codeToolset } from '../../../src/code/index.js';
import { Office } from '../support/office.js';
import { describePython } from './support/run-python.js';

/* The example of Python in docs/guide/toolsets/code.md. */

describePython('the guide', () => {
  it('calls tools in Python [CODE-1]', async () => {
    const toolsets = new Office().tools();
    // #region python
    const runtime = createRuntime({ toolsets: [toolsets, codeToolset({ languages: ['python'] })] });
    const run = runtime.startRun();
    const code = `
orders = call_tools_parallel([("order_find", {"id": id}) for id in (1, 2, 3)])
print("read", len(orders))
set_result(sum(order["total"] for order in orders))
`;
    const outcome = await run.call({ name: 'execute_code', arguments: { code } });
    // { status: 'success', text: '60\n\nlogs:\nread 3' }
    // #endregion python
    expect(outcome).toMatchObject({ status: 'success', text: '60\n\nlogs:\nread 3' });
  });
});
