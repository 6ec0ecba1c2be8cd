import { snakeCase, TOOL_NAME, toolName } from '@haft/core';

describe('snakeCase', () => {
  it.each([
    ['read', 'read'],
    ['readFile', 'read_file'],
    ['readHTTPBody', 'read_http_body'],
    ['getV2Items', 'get_v2_items'],
    ['already_snake', 'already_snake'],
    ['URL', 'url'],
  ])('%s becomes %s', (name, expected) => {
    expect(snakeCase(name)).toBe(expected);
  });
});

describe('toolName', () => {
  it('puts the prefix before the part, with one underscore [NAM-1]', () => {
    expect(toolName('file', 'read')).toBe('file_read');
    expect(toolName(undefined, 'read')).toBe('read');
    expect(toolName('', 'read')).toBe('read');
  });
});

describe('TOOL_NAME', () => {
  it.each(['a', '_a', 'file_read', 'a'.repeat(64)])('takes %s', (name) => {
    expect(TOOL_NAME.test(name)).toBe(true);
  });
  it.each(['', '1a', 'a-b', 'a.b', 'ä', 'a b', 'a'.repeat(65), 'a\n'])('refuses %j', (name) => {
    expect(TOOL_NAME.test(name)).toBe(false);
  });
});
