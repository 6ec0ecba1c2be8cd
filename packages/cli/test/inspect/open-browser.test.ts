import { hasScreen } from '../../src/inspect/open-browser.js';

test.each([
  ['a terminal of macOS', { isTerminal: true, platform: 'darwin', env: {} }, true],
  ['a terminal of Windows', { isTerminal: true, platform: 'win32', env: {} }, true],
  ['a terminal of Linux with a screen', { isTerminal: true, platform: 'linux', env: { DISPLAY: ':0' } }, true],
  ['a terminal of Linux without one', { isTerminal: true, platform: 'linux', env: {} }, false],
  ['a pipe', { isTerminal: false, platform: 'darwin', env: {} }, false],
  ['CI', { isTerminal: true, platform: 'darwin', env: { CI: 'true' } }, false],
  ['a remote shell', { isTerminal: true, platform: 'linux', env: { DISPLAY: ':0', SSH_CONNECTION: 'a' } }, false],
] as const)('the browser is opened from %s: %#', (_name, surroundings, isOpened) => {
  expect(hasScreen(surroundings)).toBe(isOpened);
});
