import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, haft, project, run } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder, writeFiles } from './support/temporary-folder.js';

const TOOLSET = `import { Param, Tool, Toolset } from '@haft/core';

/** Greetings. */
@Toolset({ prefix: 'greet' })
export class GreetToolset {
  /**
   * Greets somebody.
   *
   * In a friendly way.
   * @param name Who is greeted.
   * @param times How often.
   */
  @Tool()
  hello(name: string, @Param({ integer: true, minimum: 1 }) times = 1): string {
    return \`Hello \${name}! \`.repeat(times).trim();
  }

  /** Says goodbye. */
  @Tool()
  bye(): void {}
}
`;

let folder: string;
beforeAll(() => {
  folder = project({ 'src/greet.toolset.ts': TOOLSET });
});
afterAll(removeTemporaryFolders);

describe('haft build and haft check', () => {
  const out = () => join(folder, 'src/toolsets.gen.ts');

  it('write the module once, and say when there is nothing to do', () => {
    rmSync(out(), { force: true });
    expect(haft(folder, ['check'])).toEqual({
      code: 1,
      out: '',
      err: '✗ There is no src/toolsets.gen.ts.\n  Run: npx haft build\n',
    });
    expect(haft(folder, ['build'])).toEqual({ code: 0, out: '✓ wrote src/toolsets.gen.ts\n', err: '' });
    const upToDate = { code: 0, out: '✓ src/toolsets.gen.ts is up to date\n', err: '' };
    expect(haft(folder, ['build'])).toEqual(upToDate);
    expect(haft(folder, ['check'])).toEqual(upToDate);
  });

  it('tell a stale module, without touching it [SER-2]', () => {
    haft(folder, ['build']);
    const before = readFileSync(out(), 'utf8');
    writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET.replace('Who is greeted.', 'The name.') });
    const pretty = haft(folder, ['check']);
    expect(pretty.code).toBe(1);
    expect(pretty.err).toContain('src/toolsets.gen.ts is outdated: a build would change it.');
    const json = haft(folder, ['check', '--format', 'json']);
    expect(JSON.parse(json.out)).toEqual({ ok: false, out: 'src/toolsets.gen.ts', stale: true, diagnostics: [] });
    expect(haft(folder, ['check', '--json'])).toEqual(json);
    const github = haft(folder, ['check', '--format', 'github']);
    expect(github.err).toMatch(/^::error file=src\/toolsets\.gen\.ts,title=stale module::/);
    expect(readFileSync(out(), 'utf8')).toBe(before);
    writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET });
    expect(haft(folder, ['check']).code).toBe(0);
  });

  it('name the missing module next to it', () => {
    haft(folder, ['build']);
    for (const beside of ['src/toolsets.checks.gen.ts', 'src/toolsets.issues.gen.ts']) {
      rmSync(join(folder, beside));
      expect(haft(folder, ['check']).err).toBe(`✗ There is no ${beside}.\n  Run: npx haft build\n`);
      expect(haft(folder, ['build']).out).toBe('✓ wrote src/toolsets.gen.ts\n');
      expect(haft(folder, ['check']).code).toBe(0);
    }
  });

  it('take another tsconfig and another place from the command line', () => {
    writeFiles(folder, { 'other.json': JSON.stringify({ extends: './tsconfig.json', include: ['src'] }) });
    const { code } = haft(folder, ['build', '--tsconfig', 'other.json', '--out', 'src/other.gen.ts']);
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'src/other.gen.ts'))).toBe(true);
    rmSync(join(folder, 'src/other.gen.ts'));
  });

  it('check the limits of the providers that the command line names', () => {
    expect(haft(folder, ['build', '--for', 'openai, gemini'])).toMatchObject({ code: 0, err: '' });
    const { code, err } = haft(folder, ['check', '--for', 'openia']);
    expect(code).toBe(1);
    expect(err).toContain("error HAFT1005: 'for' names the unknown provider 'openia'. Did you mean 'openai'?");
  });

  it('check the limits of the providers in package.json, unlike other commands', () => {
    const own = project(
      {
        'src/greet.toolset.ts': TOOLSET.replace('@Tool()\n  hello', '@Tool({ strict: true })\n  hello')
          .replace('name: string', 'name: unknown')
          .replace('name}', 'String(name)}'),
      },
      { for: ['anthropic'] },
    );
    const { code, err } = haft(own, ['build']);
    expect([code, err]).toEqual([1, expect.stringContaining('src/greet.toolset.ts:14:9 - error HAFT1072:')]);
    expect(haft(own, ['list'])).toMatchObject({ code: 0, err: '' });
  });

  it('print warnings, which are errors with --strict', () => {
    const plain = project({ 'src/a.toolset.ts': TOOLSET.replace('* @param times How often.', '*') });
    const lenient = haft(plain, ['build']);
    expect(lenient.err).toMatch(/^src\/a\.toolset\.ts:14:\d+ - warning HAFT1030: /m);
    expect(lenient.out).toBe('✓ wrote src/toolsets.gen.ts (1 warning)\n');
    expect(lenient.code).toBe(0);
    const strict = haft(plain, ['check', '--strict']);
    expect(strict.err).toContain('✗ 1 error: the check failed');
    expect(strict.code).toBe(1);
  });
});

/** Lists the files of a project outside of `node_modules`, which other tests write to. */
function ownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    if (!entry.isDirectory()) return [entry.name];
    return readdirSync(join(folder, entry.name), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(entry.name, file),
    );
  });
}

describe('haft build', () => {
  it('uses no network, writes only next to the sources, and loads no compiler if there is nothing to do [DEF-12]', () => {
    const own = project({ 'src/greet.toolset.ts': TOOLSET });
    writeFileSync(
      join(own, 'offline.mjs'),
      `import net from 'node:net'; import dns from 'node:dns'; import dgram from 'node:dgram';
const refuse = () => { console.error('network'); process.exit(9); };
net.Socket.prototype.connect = refuse; dns.lookup = refuse; dns.promises.lookup = refuse; dgram.createSocket = refuse; globalThis.fetch = refuse;
import { createRequire } from 'node:module';
const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.endsWith('/typescript.js'));
process.on('exit', () => console.log('compiler: ' + loaded()));`,
    );
    const before = ownFiles(own);
    const offline = (...args: readonly string[]) => run(own, ['--import', './offline.mjs', COMMAND, ...args]);
    const wrote = '✓ wrote src/toolsets.gen.ts\ncompiler: true\n';
    expect(offline('build')).toEqual({ code: 0, out: wrote, err: '' });
    const upToDate = '✓ src/toolsets.gen.ts is up to date\ncompiler: false\n';
    expect(offline('build')).toEqual({ code: 0, out: upToDate, err: '' });
    expect(offline('explain', 'wiring').out).toMatch(/\ncompiler: false\n$/);
    const after = ownFiles(own);
    expect(after.filter((file) => !before.includes(file)).sort()).toEqual([
      'src/toolsets.checks.gen.ts',
      'src/toolsets.gen.ts',
      'src/toolsets.issues.gen.ts',
    ]);
    expect(readFileSync(join(own, 'src/greet.toolset.ts'), 'utf8')).toBe(TOOLSET);
  });
});

describe('haft list', () => {
  it('shows every tool with the first line of its description', () => {
    expect(haft(folder, ['list'])).toEqual({
      code: 0,
      err: '',
      out: 'greet_bye    Says goodbye.\ngreet_hello  Greets somebody.\n\n2 tools in 1 toolset\n',
    });
  });

  it('prints JSON for scripts', () => {
    expect(JSON.parse(haft(folder, ['list', '--json']).out)).toContainEqual({
      name: 'greet_hello',
      description: 'Greets somebody.\n\nIn a friendly way.',
      version: '0',
      toolset: 'GreetToolset',
      method: 'hello',
      source: 'src/greet.toolset.ts',
    });
  });

  it('fails with the errors of the source', () => {
    const broken = project({ 'src/a.ts': 'export {};\n' });
    const { code, err } = haft(broken, ['list']);
    expect(err).toContain('HAFT1010');
    expect(code).toBe(1);
  });
});

describe('haft schema', () => {
  it('prints the definition of one tool as a model is shown it', () => {
    const { out, code } = haft(folder, ['schema', 'greet_hello']);
    expect(JSON.parse(out)).toMatchObject({
      name: 'greet_hello',
      description: 'Greets somebody.\n\nIn a friendly way.',
      parameters: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Who is greeted.' },
          times: { type: 'integer', minimum: 1, default: 1, description: 'How often.' },
        },
        required: ['name'],
        additionalProperties: false,
      },
      toolset: 'GreetToolset',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(code).toBe(0);
  });

  it('prints all of them as a list [TSP-23]', () => {
    const printed = haft(folder, ['schema']);
    const definitions = JSON.parse(printed.out) as readonly { name: string }[];
    expect(definitions.map(({ name }) => name)).toEqual(['greet_bye', 'greet_hello']);
    for (const args of [['--format', 'json'], ['--json']]) expect(haft(folder, ['schema', ...args])).toEqual(printed);
  });

  it('names the nearest tool for an unknown one', () => {
    expect(haft(folder, ['schema', 'greet_helo'])).toEqual({
      code: 2,
      out: '',
      err: "error: There is no tool 'greet_helo'. Did you mean 'greet_hello'?\n  Tools: greet_bye, greet_hello.\n",
    });
  });

  it('prints the form of a tool for a target, and its changes [NEW-21]', () => {
    const { out, code } = haft(folder, ['schema', 'greet_hello', '--for', 'openai']);
    expect(code).toBe(0);
    expect(out).toMatch(/^greet_hello {2}OpenAI \(openai\), strict\n\{\n/);
    expect(out).toContain(`
  times: default 1 -> (default=1)
    OpenAI does not take the keyword: it is told in the description
  times: required false -> true
    OpenAI wants every property: null stands for one that is left out
`);
    expect(out).toMatch(/1 tool, 1 strict, 0 with a reduced schema\..*\n$/);
  });

  it.each(['openai', 'anthropic', 'gemini', 'gemini-json-schema', 'bedrock', 'mcp'])(
    'prints the forms of all tools for %s as JSON',
    (target) => {
      const { out, code } = haft(folder, ['schema', '--for', target, '--format', 'json']);
      const report = JSON.parse(out) as {
        target: string;
        tools: readonly { name: string; parameters: { type: string } }[];
      };
      expect(code).toBe(0);
      expect(report.target).toBe(target);
      expect(report.tools.map(({ name, parameters }) => [name, parameters.type])).toEqual([
        ['greet_bye', 'object'],
        ['greet_hello', 'object'],
      ]);
    },
  );

  it('says which targets there are', () => {
    expect(haft(folder, ['schema', '--for', 'opnai'])).toEqual({
      code: 2,
      out: '',
      err: "error: There is no target 'opnai'. Did you mean 'openai'?\n  Targets: openai, anthropic, gemini, gemini-json-schema, bedrock, mcp.\n",
    });
  });
});

describe('haft diff', () => {
  let schema: string;
  let definition: Readonly<Record<string, unknown>>;
  beforeAll(() => {
    schema = haft(folder, ['schema']).out;
    definition = JSON.parse(haft(folder, ['schema', 'greet_hello']).out) as Record<string, unknown>;
  });

  it('finds nothing between a project and its own schema', () => {
    const same = haft(folder, ['diff', '-'], schema);
    expect(same).toEqual({ code: 0, out: 'no changes\n', err: '' });
  });

  it('lets compatible changes and new tools pass [NEW-4]', () => {
    const old = JSON.stringify([{ ...definition, description: 'Old.' }]);
    const { out, code } = haft(folder, ['diff', '-'], old);
    expect(out).toBe('greet_bye\n  compatible  the tool is new\ngreet_hello\n  info        the description changed\n');
    expect(code).toBe(0);
  });

  it('fails for a breaking change without a new version, and passes with one [SER-2, NEW-4]', () => {
    const parameters = {
      type: 'object',
      properties: { name: { type: 'string' } },
      additionalProperties: { type: 'string' },
    };
    const broken = haft(folder, ['diff', '-'], JSON.stringify([{ ...definition, parameters }]));
    expect(broken.out).toMatch(/\n {2}breaking {4}\S/);
    expect(broken.out).toMatch(/✗ \d breaking changes? without a new version: greet_hello\n/);
    expect(broken.code).toBe(1);
    const bumped = haft(folder, ['diff', '-', '--json'], JSON.stringify([{ ...definition, parameters, version: 'a' }]));
    expect(JSON.parse(bumped.out)).toMatchObject({ ok: true, withoutNewVersion: [] });
    expect(bumped.code).toBe(0);
  });

  it('fails for a missing hint, and for an argument that is no longer sensitive [NEW-4]', () => {
    const old = { ...definition, annotations: { readOnlyHint: true }, sensitive: [['name']] };
    const { out, code } = haft(folder, ['diff', '-'], JSON.stringify([old]));
    expect(out).toContain('  breaking    the hint readOnly went from true to none: calls may change something now\n');
    expect(out).toContain('  breaking    name: it is not sensitive any more: ');
    expect(code).toBe(1);
  });

  it('writes sensitive arguments, so that a later comparison knows them [NEW-4]', () => {
    const source = TOOLSET.replace('hello(name', 'hello(@Param({ sensitive: true }) name');
    const guarded = project({ 'src/greet.toolset.ts': source });
    const written = haft(guarded, ['schema']).out;
    expect(JSON.parse(written)).toContainEqual(expect.objectContaining({ sensitive: [['name']] }));
    expect(haft(guarded, ['diff', '-'], written).out).toBe('no changes\n');
    expect(haft(folder, ['diff', '-'], written).out).toContain('  breaking    name: it is not sensitive any more: ');
  });

  it('writes constant arguments of decorators, and fails if an approval is gone [NEW-4]', () => {
    const source = TOOLSET.replace('{ Param, Tool,', '{ Param, RequiresApproval, Timeout, Tool,').replace(
      '@Tool()',
      '@Tool() @RequiresApproval() @Timeout(5000)',
    );
    const careful = project({ 'src/greet.toolset.ts': source });
    const written = haft(careful, ['schema']).out;
    expect(JSON.parse(written)).toContainEqual(
      expect.objectContaining({ settings: { approval: true, timeoutMs: 5000 } }),
    );
    expect(haft(careful, ['diff', '-'], written).out).toBe('no changes\n');
    const { out, code } = haft(folder, ['diff', '-'], written);
    expect(out).toContain('  breaking    the approval of a person went from every call to none\n');
    expect(code).toBe(1);
  });

  it('fails if calls go to the background, or if the user supplies a parameter of the model [NEW-4]', () => {
    const asking = TOOLSET.replace('{ Param, Tool,', '{ Background, Param, Tool, UserInput,')
      .replace('hello(name', 'hello(@UserInput() @Param({ maxLength: 9, sensitive: true }) name')
      .replace('@Tool()\n  bye', '@Tool() @Background()\n  bye');
    const changed = project({ 'src/greet.toolset.ts': asking });
    const { out, code } = haft(changed, ['diff', '-'], schema);
    expect(out).toBe(`greet_bye
  breaking    execution in the background went from none to every call: calls give a task instead of their result now
greet_hello
  breaking    name: it is gone
  breaking    calls ask the user for name now

✗ 3 breaking changes without a new version: greet_bye, greet_hello
  Undo it, or give the tool a new version (\`@Tool({ version: '2' })\`). Keep the name of a removed tool as an alias.
`);
    expect(code).toBe(1);

    const written = haft(changed, ['schema']).out;
    expect(haft(changed, ['diff', '-'], written)).toEqual({ code: 0, out: 'no changes\n', err: '' });
    const wider = written
      .replace('"maxLength": 9', '"maxLength": 10')
      .replace(/"sensitive": \[\s*\[\s*"name"\s*\]\s*\]/, '"sensitive": []');
    const narrowed = haft(changed, ['diff', '-'], wider);
    expect(narrowed.out).toContain('  breaking    user input name: maxLength 10 became 9\n');
    expect(narrowed.out).toContain('  compatible  user input name: it is sensitive now\n');
  });

  it('lists new interceptors, checks and metadata, and fails if one is gone [NEW-4]', () => {
    const code = `const check = (): void => {};\nconst log: Interceptor = { intercept: (call, next) => next(call) };\n@Toolset(`;
    const guarded = TOOLSET.replace('{ Param, Tool,', '{ type Interceptor, Param, Tool, Use, Validate,')
      .replace('@Toolset(', code)
      .replace('@Tool()\n  bye', '@Tool({ metadata: { team: "desk" } }) @Use(log) @Validate(check)\n  bye');
    const changed = project({ 'src/greet.toolset.ts': guarded });
    const added = haft(changed, ['diff', '-'], schema);
    expect(added).toEqual({
      code: 0,
      out: `greet_bye
  compatible  the metadata team is new
  info        the check check is new: it may reject calls
  info        the interceptor log is new: it may change calls and outcomes
`,
      err: '',
    });
    const gone = haft(folder, ['diff', '-'], haft(changed, ['schema']).out);
    expect(gone.out).toContain('  breaking    the interceptor log is gone: ');
    expect(gone.out).toContain('  breaking    the check check is gone: ');
    expect(gone.out).toContain('  breaking    the metadata team is gone\n');
    expect(gone.code).toBe(1);
  });

  it('does not read facts of another program under the names of its own', () => {
    const foreign = { ...definition, input: 'text', reference: {} };
    expect(haft(folder, ['diff', '-'], JSON.stringify([foreign])).out).toBe(
      'greet_bye\n  compatible  the tool is new\n',
    );
  });

  it('fails for a tool that is gone [NEW-4]', () => {
    const gone = haft(folder, ['diff', '-'], JSON.stringify([{ ...definition, name: 'greet_wave' }]));
    expect(gone.out).toContain('greet_wave\n  breaking    the tool is gone\n');
    expect(gone.code).toBe(1);
  });

  it('refuses a file without tools', () => {
    expect(haft(folder, ['diff', '-'], '{}')).toEqual({
      code: 2,
      out: '',
      err: 'error: - holds no tools.\n  Write such a file with `haft schema > tools.json`.\n',
    });
  });
});

describe('haft docs', () => {
  it('prints a page for each toolset, or writes it into a folder [TSP-26]', () => {
    const { out } = haft(folder, ['docs']);
    expect(out).toMatch(/^# GreetToolset\n\nGreetings\.\n/);
    expect(out).toContain('| `times` | an integer of at least 1 | no; default `1` | How often. |');
    const written = haft(folder, ['docs', '--out', 'pages']);
    expect(written).toEqual({ code: 0, out: '✓ wrote pages/greet-toolset.md\n', err: '' });
    expect(readFileSync(join(folder, 'pages/greet-toolset.md'), 'utf8')).toBe(out);
  });
});

describe('haft types', () => {
  it('writes the types of a schema of the standard input [SCH-18]', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const { out } = haft(folder, ['types', '-', '--name', 'Size'], JSON.stringify(schema));
    expect(out).toBe('export interface Size {\n  a: number;\n}\n');
  });

  it('writes the arguments and results of tools, as Haft and as MCP list them [SCH-18]', () => {
    const own = haft(folder, ['types', '-'], haft(folder, ['schema', 'greet_hello']).out);
    expect(own.out).toContain('export interface GreetHelloArguments {\n  /** Who is greeted. */\n  name: string;\n');
    const tools = [{ name: 'get-weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } }];
    const served = haft(folder, ['types', '-'], JSON.stringify({ tools }));
    expect(served.out).toBe('export interface GetWeatherArguments {\n  city?: string;\n}\n');
  });

  it.each([
    ['is not JSON', '{', /^error: - is not JSON: /],
    ['holds no schema', '"text"', /^error: - holds no JSON Schema and no tools\./],
    ['refers elsewhere', '{"$ref":"x.json"}', /^error: Value: The reference 'x\.json' is not/],
  ])('rejects a file that %s', (_case, input, problem) => {
    const { code, err, out } = haft(folder, ['types', '-'], input);
    expect(err).toMatch(problem);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

describe('haft explain', () => {
  it.each(['HAFT_WIRING', 'wiring'])('prints the page of %s', (code) => {
    const { out, code: exitCode } = haft(folder, ['explain', code]);
    expect(out).toMatch(/^HAFT_WIRING\b/);
    expect(out.split('\n').length).toBeGreaterThan(5);
    expect(exitCode).toBe(0);
  });

  it('prints paths in place of links, which the reader can open', () => {
    const { out } = haft(folder, ['explain', 'HAFT1074']);
    const links = [...out.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => join(folder, link));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it('lists all codes with their meaning', () => {
    const lines = haft(folder, ['explain']).out.trim().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^HAFT(\d{4}|_[A-Z_]+): ./);
  });

  it('names the nearest code for an unknown one', () => {
    expect(haft(folder, ['explain', 'HAFT_WIRNG'])).toEqual({
      code: 2,
      out: '',
      err: "error: There is no code 'HAFT_WIRNG'.\n  Did you mean HAFT_WIRING?\n",
    });
  });
});

describe('haft doctor', () => {
  it('finds a healthy project healthy [TSP-23]', () => {
    haft(folder, ['build']);
    writeFiles(folder, { 'package.json': JSON.stringify({ type: 'module', scripts: { prebuild: 'haft build' } }) });
    const { out, code } = haft(folder, ['doctor']);
    expect(out).toMatch(
      /^✓ Node .+\n✓ packages .+\n✓ scripts .+\n✓ tsconfig .+\n✓ toolsets {3}2 tools\n✓ module .+\n$/,
    );
    expect(code).toBe(0);
  });

  it('names each problem and the next action [TSP-23]', () => {
    const empty = temporaryFolder({ 'package.json': '{"haft":{"runtime":"dist/x.js"}}' });
    const { out, code } = haft(empty, ['doctor', '--json']);
    const { ok, findings } = JSON.parse(out) as {
      ok: boolean;
      findings: { about: string; verdict: string; fix?: string }[];
    };
    expect(findings.slice(1).map(({ about, verdict }) => `${about} ${verdict}`)).toEqual([
      'packages wrong',
      'scripts doubtful',
      'tsconfig wrong',
      'runtime doubtful',
    ]);
    for (const { fix } of findings.slice(1)) expect(fix).toMatch(/./);
    expect({ ok, code }).toEqual({ ok: false, code: 1 });
  });
});

describe('the command line', () => {
  it('names the nearest command for an unknown one', () => {
    const { code, err } = haft(folder, ['biuld']);
    expect(err).toContain("error: unknown command 'biuld'\n(Did you mean build?)");
    expect(code).toBe(2);
  });

  it('refuses unknown options and formats with exit code 2', () => {
    expect(haft(folder, ['build', '--stric']).code).toBe(2);
    expect(haft(folder, ['build', '--format', 'xml']).err).toContain('Allowed choices are pretty, json, github');
  });

  it('ends quietly when its reader closes the output', () => {
    const command = `"${process.execPath}" "${COMMAND}" explain | head -1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^HAFT1001: .+\n$/), stderr: '' });
  });

  it('shows its help and its version [TSP-23]', () => {
    const help = haft(folder, ['--help']);
    for (const name of [
      'init',
      'build',
      'check',
      'watch',
      'list',
      'schema',
      'call',
      'diff',
      'docs',
      'types',
      'doctor',
      'explain',
    ]) {
      expect(help.out).toContain(`  ${name}`);
    }
    expect(help.code).toBe(0);
    expect(haft(folder, ['--version'])).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });

  it('prints a mistake in the settings with its code, and the stack only with --verbose', () => {
    const wrong = project({}, { output: 'x' });
    const brief = haft(wrong, ['build']);
    expect(brief.err).toMatch(
      /^error HAFT_SETTINGS: .+\n {2}Settings are .+\n {2}More: npx haft explain HAFT_SETTINGS\n$/,
    );
    expect(brief.code).toBe(1);
    expect(haft(wrong, ['--verbose', 'build']).err).toMatch(/\n {4}at /);
  });
});
