// Prints the tools of the OpenAPI documents in the arguments: their number, their estimated tokens
// in the form of chat completions, and the time to create them. Build the packages first.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openApiToolset } from '../packages/toolsets/dist/openapi/index.js';
import { createRuntime } from '../packages/runtime/dist/index.js';
import { estimateTokens, requestEntry } from '../packages/schema/dist/tokens/index.js';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Write paths of JSON documents: npm run openapi -- petstore.json');
  process.exitCode = 1;
}
const rows = [];
for (const file of files) rows.push(await measure(file));
console.table(rows);

async function measure(file) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const started = performance.now();
  const { toolset, skipped } = openApiToolset(document, { name: 'service', baseUrl: 'https://service.test' });
  const milliseconds = performance.now() - started;
  const definitions = await createRuntime({ toolsets: toolset }).startRun().definitions();
  const tokens = definitions.map((one) => estimateTokens(JSON.stringify(requestEntry(one, 'openai'))));
  for (const { operation, reason } of skipped) console.log(`${basename(file)}: ${operation} is skipped: ${reason}`);
  return {
    document: basename(file),
    operations: operationsOf(document),
    tools: definitions.length,
    tokens: tokens.reduce((sum, one) => sum + one, 0),
    largest: Math.max(0, ...tokens),
    'build in ms': Math.round(milliseconds),
  };
}

function operationsOf({ paths = {} }) {
  return Object.values(paths).flatMap((path) => METHODS.filter((method) => path[method] !== undefined)).length;
}
