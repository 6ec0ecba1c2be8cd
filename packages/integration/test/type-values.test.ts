import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject, type ProjectModel } from '@haft/reflector';
import type { JsonValue } from '@haft/schema';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime, type Runtime } from 'haft';

/*
 * Every type of the reflector's fixtures through the real call: from its source to the text for a
 * model. A value that the type rejects gets a retry prompt, or a repair in the outcome. It never
 * reaches the tool unchanged.
 */

const FIXTURES = join(import.meta.dirname, '../../reflector/test/fixtures/types');

interface Values {
  readonly accept: readonly JsonValue[];
  readonly reject: readonly JsonValue[];
}

let runtime: Runtime;
let model: ProjectModel;
beforeAll(async () => {
  const out = join(import.meta.dirname, 'fixtures/types/toolsets.gen.ts');
  const built = await buildProject({ tsconfig: join(FIXTURES, 'tsconfig.json'), out, cache: false });
  if (built.model === undefined) throw new Error(JSON.stringify(built.diagnostics, null, 2));
  ({ model } = built);
  const { toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets };
  runtime = createRuntime({ toolsets });
}, 60_000);

it('takes and refuses the values of every fixture', async () => {
  const run = runtime.startRun({ retries: 1_000_000 });
  const wrong: unknown[] = [];
  let calls = 0;
  for (const { source, tools } of model.toolsets) {
    const [tool] = tools;
    if (tool === undefined) throw new Error(`${source} has no tool.`);
    const values = JSON.parse(readFileSync(join(FIXTURES, source, '../values.json'), 'utf8')) as Values;
    const call = async (value: JsonValue): Promise<{ readonly status: string; readonly repaired: boolean }> => {
      calls++;
      const text = JSON.stringify(tool.single ? value : { value });
      const { status, repairs } = await run.call({ id: `call-${calls}`, name: tool.name, arguments: text });
      return { status, repaired: repairs.length > 0 };
    };
    for (const value of values.accept) {
      const { status, repaired } = await call(value);
      if (status !== 'success' || repaired) wrong.push({ source, refused: value, status, repaired });
    }
    for (const value of values.reject) {
      const { status, repaired } = await call(value);
      if (status !== 'retry' && !repaired) wrong.push({ source, accepted: value, status });
    }
  }
  await run.end();
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(300);
}, 60_000);
