import { haft, haftInThread } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

/**
 * A test of `@haft/mcp` runs `haft mcp` with real clients. The command loads that package from the
 * project.
 */
describe('haft mcp', () => {
  const folder = (): string =>
    temporaryFolder({ 'package.json': JSON.stringify({ type: 'module', haft: { runtime: 'runtime.js' } }) });

  it('says what to install where @haft/mcp is missing, and prints nothing to the protocol', () => {
    const { code, out, err } = haft(folder(), ['mcp']);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/HAFT_NO_MCP[^]*npm install @haft\/mcp[^]*npx haft explain HAFT_NO_MCP/);
  });

  it.each([
    ['--http', 'many'],
    ['--http', '-1'],
    ['--http', '65536'],
    ['--host', '0.0.0.0'],
  ])('refuses %s %s', (...args) => {
    const { code, err } = haftInThread(folder(), ['mcp', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(/is not a port|without --http/);
  });
});
