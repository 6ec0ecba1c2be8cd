import { describe, expect, it } from '@jest/globals';
import { unknownToolText } from '../../src/feedback/unknown-tool-text.js';

describe('unknownToolText [ERR-3]', () => {
  it.each<[string, string, readonly string[], string]>([
    [
      'the nearest and all names, sorted',
      'serch_web',
      ['search_web', 'file_read'],
      "Unknown tool name: 'serch_web'. Did you mean 'search_web'? Available tools: 'file_read', 'search_web'.",
    ],
    [
      'all names where none is near',
      'weather',
      ['search_web', 'file_read'],
      "Unknown tool name: 'weather'. Available tools: 'file_read', 'search_web'.",
    ],
    ['that there is none', 'x', [], "Unknown tool name: 'x'. No tools available."],
    [
      'a name in another style',
      'fileRead',
      ['file_read'],
      "Unknown tool name: 'fileRead'. Did you mean 'file_read'? Available tools: 'file_read'.",
    ],
  ])('tells %s', (_case, name, available, text) => {
    expect(unknownToolText(name, available)).toBe(text);
  });

  it.each<[string, readonly string[], string]>([
    ['x', [], "Unknown tool name: 'x'. No tools are available yet: search for the tools you need."],
    ['x', ['search_tools'], "Unknown tool name: 'x'. No tools are available yet: search for the tools you need."],
    [
      'serch_tools',
      ['search_tools'],
      "Unknown tool name: 'serch_tools'. Did you mean 'search_tools'? No tools are available yet: search for the tools you need.",
    ],
  ])('asks to search while all tools must be found first (%s, %j)', (name, available, text) => {
    expect(unknownToolText(name, available, true)).toBe(text);
  });

  it('lists the 20 nearest of many, sorted, and how many more there are', () => {
    const names = Array.from({ length: 100 }, (_, i) => `tool_${String(i).padStart(2, '0')}`);
    const text = unknownToolText('tool_421', names);
    expect(text).toContain("Did you mean 'tool_42'?");
    expect(text.match(/'tool_\d\d'/g)).toHaveLength(21);
    expect(text).toMatch(/ and 80 more\.$/);
  });

  it('repeats no long name and changes no list', () => {
    const names = Object.freeze(['b', 'a']);
    expect(unknownToolText('x'.repeat(1000), names)).toBe(
      `Unknown tool name: '${'x'.repeat(64)}...'. Available tools: 'a', 'b'.`,
    );
  });
});
