import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRuntime, defineTool, toolset } from 'haft';
import { callReport, recordCalls, type RecordedCall } from 'haft/telemetry';

test('the guide on insight records calls into a file [OBS-6]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-insight-'));
  const path = join(folder, 'calls.jsonl');
  const greet = defineTool({
    name: 'greet',
    description: 'Greets.',
    parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    execute: ({ name }: { name: string }) => `Hello ${name}`,
  });
  const runtime = createRuntime({ toolsets: toolset('greetings', [greet]) });
  // #region record
  const file = createWriteStream(path, { flags: 'a' });
  const stop = recordCalls((call) => file.write(`${JSON.stringify(call)}\n`));
  // #endregion record
  for (let count = 0; count < 3; count++) await runtime.startRun().call({ name: 'greet', arguments: {} });
  stop();
  file.end();
  await once(file, 'close');
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const report = callReport(lines.map((line) => JSON.parse(line) as RecordedCall));
  expect(report.suggestions).toMatchObject([{ kind: 'default', tool: 'greet', parameter: 'name', calls: 3, of: 3 }]);
});
