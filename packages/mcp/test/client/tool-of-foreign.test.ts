import { describe, expect, it } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import type { Tool } from '@modelcontextprotocol/client';
import { toolOfForeign, type ForeignSource } from '../../src/client/tool-of-foreign.js';

const source = { name: 'sky', errors: 'retry', connection: {}, refuseChanged: () => Promise.resolve() };
const shown = (more: Partial<Tool>): ToolDefinition =>
  toolOfForeign(
    { name: 'get-weather', inputSchema: { type: 'object' }, ...more },
    'get_weather',
    source as never as ForeignSource,
  ).definition;

describe('the definition of a tool of a server', () => {
  it.each<[string, Partial<Tool>, string]>([
    ['its description', { description: 'Tells.', title: 'Weather' }, 'Tells.'],
    ['its title, without a description', { title: 'Weather', annotations: { title: 'Other' } }, 'Weather'],
    ['the title of its annotations', { description: ' ', annotations: { title: 'Weather' } }, 'Weather'],
    ['its name on the server, without any text', {}, 'The tool get-weather of sky.'],
  ])('describes it by %s', (_title, tool, description) => {
    expect(shown(tool)).toMatchObject({ name: 'get_weather', description });
  });

  it.each<[string, Partial<Tool>, object]>([
    ['its place only', {}, { mcp: { server: 'sky', tool: 'get-weather' } }],
    ['its title', { title: 'Weather' }, { title: 'Weather', mcp: { server: 'sky', tool: 'get-weather' } }],
    [
      'its icons',
      { icons: [{ src: 'https://example.com/a.png' }] },
      { icons: [{ src: 'https://example.com/a.png' }], mcp: { server: 'sky', tool: 'get-weather' } },
    ],
    ['its `_meta`', { _meta: { a: 1 } }, { mcp: { server: 'sky', tool: 'get-weather', _meta: { a: 1 } } }],
  ])('keeps %s for the application', (_title, tool, metadata) => {
    expect(shown(tool).metadata).toStrictEqual(metadata);
  });
});
