import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { haft, project } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const FILES = {
  'src/mail.toolset.ts': `import { Tool, Toolset } from '@haft/core';

@Toolset({ prefix: 'mail' })
export class MailToolset {
  /**
   * Sends a mail to one person, and waits until the server of that person has accepted it.
   * @param to The address of the person, such as ada@host.org.
   * @param subject The first line that the person sees, without line breaks.
   * @param text The text below the subject, in Markdown.
   */
  @Tool()
  send(to: string, subject: string, text: string): void {}

  /** Counts unread mails. It never says <|endoftext|>. */
  @Tool()
  count(): number {
    return 0;
  }
}
`,
  'src/clock.toolset.ts': `import { Tool, Toolset } from '@haft/core';

@Toolset()
export class ClockToolset {
  /** Tells the time. */
  @Tool()
  now(): string {
    return '';
  }
}
`,
};

interface Cost {
  readonly name: string;
  readonly tokens: Readonly<Record<string, number>>;
}

interface Output {
  readonly ok: boolean;
  readonly stale: boolean;
  readonly tokens: {
    readonly counted: string;
    readonly total: Cost['tokens'];
    readonly parts: readonly { readonly tool: string; readonly kind: string; readonly tokens: number }[];
    readonly toolsets: readonly (Cost & {
      readonly source: string;
      readonly share: number;
      readonly tools: readonly Cost[];
    })[];
  };
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly file: string }[];
}

let folder: string;

/** Gives the built project other settings. */
function withSettings(settings: object): string {
  writeFiles(folder, { 'package.json': JSON.stringify({ name: 'project', type: 'module', haft: settings }) });
  return folder;
}

function checked(folder: string, ...args: readonly string[]): Output & { readonly code: number | null } {
  const { code, out, err } = haft(folder, ['check', '--tokens', '--json', ...args]);
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as Output) };
}

beforeAll(() => {
  folder = project(FILES);
  expect(haft(folder, ['build']).code).toBe(0);
});
afterEach(() => void withSettings({}));
afterAll(removeTemporaryFolders);

describe('haft check --tokens', () => {
  it('counts each tool for each target, the most expensive first, with sums and shares [NEW-33]', () => {
    const { code, ok, stale, tokens, diagnostics } = checked(folder);
    expect({ code, ok, stale, diagnostics }).toEqual({ code: 0, ok: true, stale: false, diagnostics: [] });
    expect(Object.keys(tokens.total)).toEqual([
      'openai',
      'anthropic',
      'gemini',
      'gemini-json-schema',
      'bedrock',
      'mcp',
    ]);
    const [mail, clock] = tokens.toolsets;
    expect([mail?.name, mail?.source]).toEqual(['MailToolset', 'src/mail.toolset.ts']);
    expect(mail?.tools.map(({ name }) => name)).toEqual(['mail_send', 'mail_count']);
    expect(clock?.tools.map(({ name }) => name)).toEqual(['now']);
    for (const target of Object.keys(tokens.total)) {
      const [send = 0, count = 0] = mail?.tools.map((tool) => tool.tokens[target]) ?? [];
      expect(mail?.tokens[target]).toBe(send + count);
      expect(tokens.total[target]).toBe(send + count + (clock?.tokens[target] ?? 0));
    }
    expect((mail?.share ?? 0) + (clock?.share ?? 0)).toBeCloseTo(1, 2);
    expect(mail?.share).toBeGreaterThan(0.6);
    expect(tokens.parts[0]).toMatchObject({ tool: 'mail_send', kind: 'tool description', fix: expect.any(String) });
  });

  it('counts exactly with the gpt-tokenizer of the project', () => {
    const { counted, toolsets } = checked(folder, '--for', 'openai').tokens;
    const { parameters } = JSON.parse(haft(folder, ['schema', 'now', '--for', 'openai', '--json']).out).tools[0];
    const sent = { name: 'now', description: 'Tells the time.', parameters, strict: true };
    expect(counted).toBe('o200k_base');
    expect(toolsets.find(({ name }) => name === 'ClockToolset')?.tokens).toEqual({
      openai: countTokens(JSON.stringify({ type: 'function', function: sent })),
    });
    const { out } = haft(folder, ['check', '--tokens']);
    expect(out).toContain('Exact tokens of o200k_base, by gpt-tokenizer.');
    expect(out).toMatch(/most expensive parts \(openai\) +kind +tokens\nmail_send +tool description +\d+\n/);
    expect(out).toContain('description: Leave out what the name and the type say.');
  });

  it('estimates without gpt-tokenizer, and says so', () => {
    const exactly = checked(folder).tokens.total;
    const modules = join(folder, '../node_modules');
    const installed = readlinkSync(modules);
    rmSync(modules);
    mkdirSync(modules);
    symlinkSync(join(installed, '@haft'), join(modules, '@haft'));
    const estimate = checked(withSettings({ tokens: 50 }));
    expect(estimate.tokens.counted).toBe('estimate');
    for (const [target, exact] of Object.entries(exactly)) {
      expect(Math.abs((estimate.tokens.total[target] ?? 0) / exact - 1)).toBeLessThan(0.1);
    }
    const { code, out, err } = haft(folder, ['check', '--tokens']);
    rmSync(modules, { recursive: true });
    symlinkSync(installed, modules);
    expect(code).toBe(1);
    expect(out).toMatch(/^about +openai /);
    expect(out).toContain('Estimated tokens of o200k_base. Install gpt-tokenizer for exact counts.');
    expect(err).toMatch(/The tools cost about [\d,]+ tokens at /);
  });

  it('prints a table for people', () => {
    const { code, out, err } = haft(folder, ['check', '--tokens', '--for', 'openai,anthropic']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^exactly +openai +anthropic +share$/);
    expect(lines[1]).toMatch(/^MailToolset \(2 tools\) +\d+ +\d+ +\d+ %$/);
    expect(lines[2]).toMatch(/^ {2}mail_send +\d+ +\d+$/);
    expect(lines[4]).toMatch(/^ClockToolset \(1 tool\) +\d+ +\d+ +\d+ %$/);
    expect(lines[6]).toMatch(/^total +\d+ +\d+$/);
    expect(lines.at(-2)).toBe('✓ src/toolsets.gen.ts is up to date');
  });

  it.each([
    [
      ['--for', 'gemini'],
      ['gemini', 'gemini-json-schema'],
    ],
    [
      ['--for', 'mcp,openai'],
      ['openai', 'mcp'],
    ],
  ])('counts only the forms of %j', (args, targets) => {
    expect(Object.keys(checked(folder, ...args).tokens.total)).toEqual(targets);
  });

  it('counts for the providers of the setting, and for those with a budget', () => {
    withSettings({ for: ['bedrock'], tokens: { openai: 5_000 } });
    expect(Object.keys(checked(folder).tokens.total)).toEqual(['openai', 'bedrock']);
    expect(Object.keys(checked(folder, '--for', 'mcp').tokens.total)).toEqual(['mcp']);
  });

  it('reports a stale module too', () => {
    const stale = project(FILES);
    expect(checked(stale)).toMatchObject({ code: 1, ok: false, stale: true, tokens: { counted: 'o200k_base' } });
    const { out, err } = haft(stale, ['check', '--tokens']);
    expect(out).toContain('MailToolset (2 tools)');
    expect(err).toBe('✗ There is no src/toolsets.gen.ts.\n  Run: npx haft build\n');
  });

  it('counts nothing if the source has errors', () => {
    const { code, tokens, diagnostics } = checked(project({ 'src/a.ts': 'export {};\n' }));
    expect(code).toBe(1);
    expect(tokens).toBeUndefined();
    expect(diagnostics.map((one) => one.code)).toEqual(['HAFT1010']);
  });

  it('leaves a tool out of the sums of a provider that cannot get it', () => {
    const strict = project({
      'src/a.toolset.ts': FILES['src/clock.toolset.ts'].replace(
        '@Tool()\n  now()',
        '@Tool({ strict: true })\n  now(any: unknown)',
      ),
    });
    const [toolset] = checked(strict).tokens.toolsets;
    expect(toolset?.tools[0]?.tokens).not.toHaveProperty('openai');
    expect(toolset?.tokens['openai']).toBe(0);
    expect(toolset?.tokens['mcp']).toBeGreaterThan(0);
    expect(haft(strict, ['check', '--tokens', '--format', 'pretty']).out).toMatch(/^ {2}now +- /m);
  });
});

describe('a budget of tokens', () => {
  it('passes as long as the tools cost no more', () => {
    const most = Math.max(...Object.values(checked(folder).tokens.total));
    expect(checked(withSettings({ tokens: most })).code).toBe(0);
    expect(checked(withSettings({ tokens: most - 1 })).code).toBe(1);
  });

  it('fails the check, and names the most expensive form and tools [NEW-33]', () => {
    withSettings({ tokens: 100 });
    const { code, ok, stale, diagnostics } = checked(folder);
    expect({ code, ok, stale }).toEqual({ code: 1, ok: false, stale: false });
    expect(diagnostics).toEqual([
      {
        code: 'HAFT1074',
        severity: 'error',
        message: expect.stringMatching(
          /^The tools cost \d+ tokens at [\w ]+ \([\w-]+\), more than the budget of 100\.$/,
        ),
        fix: expect.stringMatching(/most expensive tools: mail_send \(\d+\), .*search_tools with deferLoading\(\)/),
        file: 'package.json',
      },
    ]);
    const { out, err } = haft(folder, ['check', '--tokens']);
    expect(out).toMatch(/^budget( +100){6}$/m);
    expect(err).toContain('package.json - error HAFT1074: The tools cost');
    expect(err).toContain('✗ 1 error: the check failed\n  More: npx haft explain HAFT1074\n');
    expect(haft(folder, ['explain', '1074']).out).toContain('Tools cost more tokens than their budget');
  });

  it('is an annotation of GitHub Actions', () => {
    withSettings({ tokens: { toolsets: { MailToolset: 10 } } });
    const { code, err } = haft(folder, ['check', '--tokens', '--format', 'github']);
    expect(code).toBe(1);
    expect(err).toMatch(/^::error file=src\/mail\.toolset\.ts,title=HAFT1074::The toolset 'MailToolset' costs \d+ /);
  });

  it('counts only the forms of its provider', () => {
    withSettings({ tokens: { openai: 10, gemini: 10, anthropic: 9_000 } });
    const { diagnostics } = checked(folder);
    expect(diagnostics.map(({ message }) => /\(([\w-]+)\)/.exec(message)?.[1])).toEqual([
      'openai',
      'gemini-json-schema',
    ]);
    // A provider that --for leaves out is not checked.
    expect(checked(folder, '--for', 'anthropic').code).toBe(0);
  });

  it('counts only the tools of its toolset', () => {
    withSettings({ tokens: { toolsets: { ClockToolset: 5_000, MailToolset: 10 } } });
    const { diagnostics } = checked(folder);
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining("The toolset 'MailToolset' costs ") }]);
  });

  it('is read only with --tokens', () => {
    expect(haft(withSettings({ tokens: 1 }), ['check']).code).toBe(0);
  });

  it('is refused for an unknown toolset', () => {
    withSettings({ tokens: { toolsets: { MailToolsett: 10 } } });
    const { code, err } = haft(folder, ['check', '--tokens']);
    expect(code).toBe(1);
    expect(err).toContain(
      "'tokens.toolsets' names the unknown toolset 'MailToolsett'. Did you mean 'MailToolset'?\n  Toolsets are MailToolset, ClockToolset.",
    );
  });
});
