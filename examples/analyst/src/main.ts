import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAiSdk } from '@haft/bridges/ai-sdk';
import { generateText, isStepCount } from 'ai';
import { createAnalyst } from './create-runtime.js';
import { expectReadings, expectReport } from './expectations.js';
import { expectedTotals, writeOrders } from './orders.js';
import { startRateServer } from './rate-server.js';
import { scriptFor } from './script.js';
import { readIn, scriptedModel } from './scripted-model.js';

/*
 * A model answers a question about the orders in a file. The model follows a script (`script.ts`).
 * All other code is that of an application.
 */

const folder = await mkdtemp(join(tmpdir(), 'haft-analyst-'));
const server = await startRateServer();
try {
  await writeOrders(folder);
  await analyse();
} finally {
  server.close();
  await rm(folder, { recursive: true });
}

async function analyse(): Promise<void> {
  const asked: unknown[] = [];
  const ask = async (question: string, options: readonly string[]): Promise<string> => {
    asked.push({ question, options });
    return Promise.resolve('EUR');
  };
  const model = scriptedModel(scriptFor(server.port));
  // #region loop
  await using run = createAnalyst({ folder, port: server.port, ask }).startRun();
  const { text } = await generateText({
    model,
    instructions: await run.instructions(),
    prompt: 'Which city sold the most? Write a report.',
    stopWhen: isStepCount(20),
    ...(await toAiSdk(run)),
  });
  // #endregion loop
  const last = model.doGenerateCalls.at(-1);
  const read = last === undefined ? [] : readIn(last);
  for (const { text: result, isError } of read) console.log(`${isError ? '✗' : '✓'} ${result.slice(0, 150)}`);
  expectReadings(read);
  await expectReport(folder);
  deepStrictEqual(asked, [{ question: 'Which currency should the report have?', options: ['EUR', 'NOK'] }]);
  strictEqual(text, `${expectedTotals()[0]?.city ?? ''} sold the most.`);
  console.log(`\n${text}`);
}
