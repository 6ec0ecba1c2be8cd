import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  AI_SDK,
  ANTHROPIC,
  checkPeer,
  LANGCHAIN,
  LLAMAINDEX,
  MASTRA,
  OPENAI_AGENTS,
  otherVersion,
} from '../src/shared/check-peer.js';

const folder = mkdtempSync(join(tmpdir(), 'haft-peer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('another version of a framework is an error that names both', () => {
  mkdirSync(join(folder, 'node_modules/ai'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/ai/package.json'), '{"name":"ai","version":"6.0.134"}');
  const from = pathToFileURL(join(folder, 'index.js')).href;
  expect(() => checkPeer(AI_SDK, from)).toThrow('The bridge needs ai 7, and 6.0.134 is installed.');
  expect(() => checkPeer({ ...AI_SDK, takes: '6.' }, from)).not.toThrow();
});

test('if Node is too old for the version, the error names the required Node and a version for this one', () => {
  const { message, hint } = otherVersion(AI_SDK, '6.0.134', '20.20.2');
  expect(message).toBe(
    'The bridge needs ai 7, and 6.0.134 is installed. ai 7 needs Node 22 or newer, and this is Node 20.20.2.',
  );
  expect(hint).toBe(
    'Run Node 22 or newer and `npm install ai@7`. On Node 20.20.2, the bridges for LangChain and Anthropic work.',
  );
  expect(otherVersion(LLAMAINDEX, '0.9.0', '20.20.2')).toMatchObject({
    message: 'The bridge needs llamaindex 0.12, and 0.9.0 is installed.',
    hint: 'Run `npm install llamaindex@0.12`.',
  });
});

test.each([AI_SDK, LANGCHAIN, MASTRA, OPENAI_AGENTS, LLAMAINDEX, ANTHROPIC])(
  'the version of $name here is taken',
  (peer) => {
    expect(() => checkPeer(peer)).not.toThrow();
  },
);

test('an unknown version, as in a bundle, is not checked', () => {
  expect(() => checkPeer(AI_SDK, 'bundle:index.js')).not.toThrow();
});
