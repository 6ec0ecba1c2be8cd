import { describe, expect, it } from '@jest/globals';
import {
  compose,
  createRuntime,
  decision,
  defineTool,
  fromInstance,
  toolset,
  type Run,
  type RunEvent,
} from '@haft/runtime';
import type { RunContext } from '@haft/core';
import type { CodeProblem } from '../../src/code/code-backend.js';
import { CodeOptions, codeToolset, CodeToolset, toolsets, type CodeSettings } from '../../src/code/index.js';
import { ProgramSlots } from '../../src/code/program-slots.js';
import { runProgram } from '../../src/code/run-program.js';
import { planToolset } from '../../src/plan/index.js';
import { knowsPlaces } from '../../src/code/javascript/knows-places.js';
import { Office, officeRun } from './support/office.js';

describe('execute_code', () => {
  it('returns the result, the text and the calls of a program [CODE-1, TOOL-21]', async () => {
    const { call, result } = officeRun();
    const code =
      "const { id, total, made } = await tools.order_find({ id: 2 });\nconsole.log('hi');\nreturn [id + total, made, await tools.echo({ text: '3' })];";
    expect(await call(code)).toMatchObject({
      status: 'success',
      text: '[22,"1970-01-01T00:00:00.000Z","3"]\n\nlogs:\nhi',
    });
    expect(await result(code)).toEqual({
      output: [22, '1970-01-01T00:00:00.000Z', '3'],
      logs: 'hi\n',
      exitCode: 0,
      toolCalls: [
        { name: 'order_find', status: 'success' },
        { name: 'echo', status: 'success' },
      ],
    });
  });

  it('says that there is no result [TOOL-21]', async () => {
    expect(await officeRun().call('const a = 1;')).toMatchObject({
      text: '(no result: a program returns its result)',
      value: { output: null, exitCode: 0 },
    });
  });

  it('explains a failure, with the text that was printed before [TOOL-21]', async () => {
    expect(await officeRun().call("console.log('before');\nnull.x;")).toMatchObject({
      status: 'success',
      text: expect.stringMatching(
        knowsPlaces()
          ? /^TypeError: cannot read .+ \(line 2, column \d+\)\n\nlogs:\nbefore$/
          : /^TypeError: cannot read [^\n]+\n\nlogs:\nbefore$/,
      ),
      value: { output: null, exitCode: 1, error: expect.stringMatching(/^TypeError/) },
    });
  });

  it.each(['', ' \n\t '])('asks for code instead of %j [TOOL-21]', async (code) => {
    expect(await officeRun().call(code)).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('execute_code requires non-empty code'),
    });
  });

  it('has no parameter for the language if there is one [TOOL-21]', async () => {
    const definitions = await officeRun().run.definitions();
    const definition = definitions.find(({ name }) => name === 'execute_code');
    expect(Object.keys(definition?.parameters.properties ?? {})).toEqual(['code', 'timeoutSeconds']);
    expect(await officeRun().call('return 1;', { language: 'python' })).toMatchObject({ status: 'retry' });
  });

  it.each([{ timeoutSeconds: 0 }, { timeoutSeconds: 1.5 }])('refuses %j [CODE-3]', async (more) => {
    expect(await officeRun().call('return 1;', more)).toMatchObject({ status: 'retry' });
  });

  it('stops a program at its deadline [CODE-3]', async () => {
    expect(await officeRun().call('await new Promise(() => {});', { timeoutSeconds: 1 })).toMatchObject({
      text: 'execution timed out after 1s',
      value: { exitCode: null },
    });
  });

  it('gives a program the text that a model would read about a failed call [CODE-1, NEW-11]', async () => {
    const { result } = officeRun();
    const code = `const texts = [];
      const note = async (promise) => promise.catch((e) => texts.push([e.status, e.message.split('\\n')[0], e.issues.length]));
      await note(tools.fail({}));
      await note(tools.fail({ how: 'retry' }));
      await note(tools.order_find({ id: 'x', no: 1 }));
      await note(tools.nope());
      return texts;`;
    expect((await result(code)).output).toEqual([
      ['failed', "Tool 'fail' failed: The office is closed.", 0],
      ['retry', "Tool 'fail' failed: Use another id.", 0],
      ['retry', "Tool 'order_find' failed: Tool call validation failed for tool 'order_find':", 2],
      [expect.any(String), expect.stringContaining("Unknown tool name: 'nope'"), 0],
    ]);
  });

  it('runs programs that tools of programs start, up to three levels [CODE-3]', async () => {
    const nest = defineTool({
      name: 'nest',
      description: 'Starts a program.',
      parameters: { type: 'object', properties: { left: { type: 'integer' } }, required: ['left'] },
      execute: async ({ left }: { left: number }, run) => {
        const code = left === 0 ? 'return 7;' : `return await tools.nest({ left: ${left - 1} });`;
        const { text } = await run.calls.call({ name: 'execute_code', arguments: { code } });
        return text;
      },
    });
    const toolsets = [toolset('t', [nest]), codeToolset({ check: false, concurrency: 1 })];
    const call = async (left: number) => {
      const code = `return await tools.nest({ left: ${left} });`;
      return (await createRuntime({ toolsets }).startRun().call('execute_code', { code })).text;
    };
    expect(await Promise.all([call(1), call(1), call(0)])).toEqual([
      expect.stringContaining('7'),
      expect.stringContaining('7'),
      expect.stringContaining('7'),
    ]);
    expect(await call(2)).toContain('too many programs inside of each other');
  });

  it('keeps the beginning of a name that no tool has [CODE-3]', async () => {
    const value = await officeRun().result("await callTool('x'.repeat(10_000)).catch(() => 0);");
    expect(value.toolCalls).toEqual([{ name: `${'x'.repeat(128)}...`, status: 'retry' }]);
  });

  it('makes a call no more after 3 equal failures, and makes other calls of its tool [CODE-3]', async () => {
    const { result, run, office } = officeRun();
    const code = `const texts = [];
      const fail = (how) => tools.fail({ how }).catch((e) => texts.push(e.message));
      for (const how of ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'e', 'a']) await fail(how);
      return texts.slice(2);`;
    expect((await result(code)).output).toEqual([
      "Tool 'fail' failed: The office is closed.",
      "Tool 'fail' failed 3 times with these arguments. Send other arguments or stop.",
      ...Array<string>(4).fill("Tool 'fail' failed: The office is closed."),
      "Tool 'fail' failed 3 times with these arguments. Send other arguments or stop.",
    ]);
    expect(office.done).toHaveLength(7);
    expect(await run.call({ name: 'fail', arguments: {} })).toMatchObject({ text: 'The office is closed.' });
    expect((await result('return await tools.fail().catch((e) => e.message);')).output).toBe(
      "Tool 'fail' failed: The office is closed.",
    );
  });

  it('leaves the retry budget of the model as it was [CODE-1]', async () => {
    const { call, run } = officeRun();
    await call('for (let n = 0; n < 3; n += 1) await tools.order_find({}).catch(() => 0);');
    expect(await run.call({ name: 'order_find', arguments: {} })).toMatchObject({ status: 'retry' });
  });

  it('refuses the 51st call [CODE-3]', async () => {
    const { result, office } = officeRun();
    const code = `let last; for (let id = 0; id < 55; id += 1) await tools.order_find({ id }).catch((e) => (last = e));
      return [last.name, last.status, last.message];`;
    const { output, toolCalls } = await result(code);
    expect(output).toEqual(['ToolError', 'refused', 'At most 50 calls are allowed in one execution.']);
    expect(office.done).toHaveLength(50);
    expect(toolCalls.filter(({ status }) => status === 'refused')).toHaveLength(5);
  });

  it('refuses a result of more than 1 MB as an error of that call [CODE-3]', async () => {
    const code = `const small = (await tools.big({ size: 999_000 })).length;
      return [small, await tools.big({ size: 1_000_000 }).catch((e) => e.message)];`;
    expect((await officeRun().result(code)).output).toEqual([
      999_000,
      "Tool 'big' failed: It ran, but its result has 1000002 bytes of JSON. At most 1000000 are allowed. Ask it for less.",
    ]);
  });

  it('finds signatures of tools that the description does not list [CODE-1]', async () => {
    const code = `const [first] = await tools.search_tools({ queries: ['find an order'] });
      const none = await tools.search_tools({ queries: 7 }).catch((e) => e.message);
      return [first.name, first.signature, none];`;
    const { output, toolCalls } = await officeRun().result(code);
    expect(output).toEqual([
      'order_find',
      expect.stringContaining('id: number'),
      "Tool 'search_tools' failed: Give { queries: ['words', ...] }, at most 10 texts.",
    ]);
    expect(toolCalls.map(({ status }) => status)).toEqual(['success', 'retry']);
    expect(
      (await officeRun({ tools: ['echo'] }).result(code.replace('first.name, first.signature', 'first'))).output,
    ).toEqual([null, expect.any(String)]);
  });

  it.each([
    ['no arguments', '{}'],
    ['a text', "{ queries: 'a' }"],
    ['no query', '{ queries: [] }'],
    ['a number', '{ queries: [7] }'],
    ['a long query', "{ queries: ['x'.repeat(1_001)] }"],
    ['11 queries', "{ queries: Array(11).fill('a') }"],
  ])('explains search_tools after a search with %s [CODE-1]', async (_, args) => {
    const code = `return await tools.search_tools(${args}).catch((e) => [e.status, e.message]);`;
    expect((await officeRun().result(code)).output).toEqual([
      'retry',
      "Tool 'search_tools' failed: Give { queries: ['words', ...] }, at most 10 texts.",
    ]);
  });

  it('calls a tool of the application that has the name search_tools [CODE-1]', async () => {
    const own = defineTool({
      name: 'search_tools',
      description: 'Searches.',
      parameters: { type: 'object', properties: {} },
      execute: () => 'mine',
    });
    const run = createRuntime({ toolsets: [toolset('own', [own]), codeToolset({ check: false })] }).startRun();
    const code = "return await tools.search_tools({ queries: ['a'] });";
    expect(await run.call({ name: 'execute_code', arguments: { code } })).toMatchObject({ text: 'mine' });
  });

  it('calls tools that no request lists, whose names only a search shows [CODE-1, NEW-37]', async () => {
    const secret = defineTool({
      name: 'far_away',
      description: 'Does it.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      execute: () => 'done',
    });
    const hidden = compose(toolset('far', [secret])).deferLoading({ stable: true });
    const run = createRuntime({ toolsets: [hidden, codeToolset(), planToolset()] }).startRun();
    const definitions = JSON.stringify(await run.definitions());
    expect(definitions).not.toContain('far_away');
    const code = "return [await tools.far_away({}), (await tools.search_tools({ queries: ['far'] })).length];";
    expect(await run.call({ name: 'execute_code', arguments: { code } })).toMatchObject({ text: '["done",1]' });
    const steps = [{ tool: 'far_away', args: {} }];
    expect(await run.call({ name: 'execute_plan', arguments: { steps } })).toMatchObject({
      text: expect.stringContaining('done'),
    });
    expect(JSON.stringify(await run.definitions())).toBe(definitions);
  });

  it('does not run programs inside programs, under any name [CODE-1, NEW-11]', async () => {
    const { result } = officeRun();
    const code = `const texts = [];
      for (const name of ['execute_code', 'execute_plan']) await callTool(name, { code: 'return 1;' }).catch((e) => texts.push(e.message));
      return texts;`;
    const { output, toolCalls } = await result(code);
    expect(output).toEqual([
      'execute_code cannot be called from within execute_code',
      'execute_plan cannot be called from within execute_code',
    ]);
    expect(toolCalls.map(({ status }) => status)).toEqual(['refused', 'refused']);
  });

  it.each([
    ['names', { tools: ['echo'] }],
    ['a function', { tools: ({ name }: { name: string }) => name === 'echo' }],
  ])('allows only the tools of the option, given as %s [CODE-2]', async (_, settings) => {
    const { result, office } = officeRun(settings);
    const code = `const note = (promise) => promise.catch((e) => e.message);
      return [await note(tools.echo({ text: 'a' })), await note(tools.say({ text: 'b' })), await note(tools.order_find({ id: 1 })), await note(tools.no())];`;
    expect((await result(code)).output).toEqual([
      'a',
      'b',
      'order_find cannot be called from within execute_code',
      'no cannot be called from within execute_code',
    ]);
    expect(office.done).toEqual([]);
  });

  it('refuses another name of a tool that the option leaves out [CODE-2]', async () => {
    const { result } = officeRun({ tools: ['order_find'] });
    expect((await result("return await tools.say({ text: 'b' }).catch((e) => e.message);")).output).toBe(
      'say cannot be called from within execute_code',
    );
  });

  it('runs plain code if no tools are allowed [CODE-2]', async () => {
    const { result } = officeRun({ tools: [] });
    expect((await result('return [3, 1, 2].toSorted();')).output).toEqual([1, 2, 3]);
  });

  it('makes inner calls: with events that name it, limits and the line [CODE-1, NEW-29]', async () => {
    const events: RunEvent[] = [];
    const { call } = officeRun({}, { run: { maxCalls: 3, onEvent: (event) => events.push(event) } });
    const code = "await tools.echo({ text: 'a' });\nawait tools.echo({ text: 'b' });\nawait tools.echo({ text: 'c' });";
    expect(await call(code)).toMatchObject({
      value: { exitCode: 1, error: expect.stringContaining(knowsPlaces() ? '(line 3,' : 'limit') },
    });
    const inner = events.filter((event) => 'callId' in event && event.callId === 'code_c1_3');
    expect(inner).toMatchObject([
      {
        type: 'refused',
        tool: 'echo',
        parent: { callId: 'c1', tool: 'execute_code', ...(knowsPlaces() && { place: { line: 3 } }) },
      },
    ]);
  });

  it('runs at most 4 programs at a time, and the fifth waits [CODE-3]', async () => {
    const { run, office } = officeRun();
    const calls = Array.from({ length: 6 }, (_, id) => ({
      id: `c${id}`,
      name: 'execute_code',
      arguments: { code: `return (await tools.order_find({ id: ${id} })).id;` },
    }));
    const outcomes = await run.callAll(calls);
    expect(outcomes.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(office.done).toHaveLength(6);
  });

  it('does not wait for a slot longer than its deadline [CODE-3]', async () => {
    const { run } = officeRun({ concurrency: 1 });
    const call = (id: string, timeoutSeconds: number) =>
      run.call({ id, name: 'execute_code', arguments: { code: 'await new Promise(() => {});', timeoutSeconds } });
    const first = call('a', 300);
    expect(await call('b', 1)).toMatchObject({
      text: 'execution timed out after 1s',
      value: { exitCode: null, toolCalls: [] },
    });
    await run.end();
    expect(await first).toMatchObject({ status: 'interrupted' });
  });

  it('is interrupted with the run, and so are its calls [CODE-3]', async () => {
    const { call, run } = officeRun();
    const outcome = call('await new Promise(() => {});');
    await new Promise(setImmediate);
    await run.end();
    expect(await outcome).toMatchObject({ status: 'interrupted' });
  });

  it('reports no failure of the sandbox that ends because of the run [CODE-3]', async () => {
    const controller = new AbortController();
    const execute = () => {
      controller.abort(new Error('cancelled'));
      return Promise.reject(new Error('The worker has ended.'));
    };
    const options = { backends: [{ language: 'python', suspends: false, execute }], slots: new ProgramSlots(1) };
    const errors: string[] = [];
    const run = {
      signal: controller.signal,
      calls: { tools: () => [] },
      logger: { error: (text: string) => errors.push(text) },
    };
    const ended = runProgram(
      options as unknown as CodeOptions,
      { code: 'x', language: undefined, seconds: 5 },
      run as unknown as RunContext<never>,
    );
    await expect(ended).rejects.toThrow('cancelled');
    expect(errors).toEqual([]);
  });

  it.each([{ languages: [] }, { languages: ['ruby'] }, { concurrency: 0 }])(
    'rejects the setting %j [CODE-1]',
    (given) => {
      expect(() => officeRun(given as never)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
    },
  );
});

describe('the description of execute_code', () => {
  const describedBy = async (settings?: CodeSettings): Promise<string> => {
    const definitions = await officeRun(settings).run.definitions();
    return definitions.find(({ name }) => name === 'execute_code')?.description ?? '';
  };

  it('has the signatures of the tools that a program may call [TOOL-21, CODE-1]', async () => {
    const text = await describedBy();
    expect(text).toMatch(/^Runs a program that can call tools, at most 50 times\./);
    expect(text).toContain('await tools.name({ ... })');
    expect(text).toMatch(/^order_find, pay, /m);
    expect(text).toMatch(/ask_user/);
    expect(text).not.toMatch(/execute_code|Python/);
    expect(await describedBy({ tools: ['echo'] })).not.toContain('order_find');
    expect((await describedBy({ tools: [] })).length).toBeLessThan(600);
  });

  it('lists the tools first that you rank, if not all fit [CODE-1]', async () => {
    const described = async (settings: CodeSettings): Promise<string> => {
      const tools = Array.from({ length: 100 }, (_, index) =>
        defineTool({
          name: `tool_${index}`,
          description: `Does ${index}.`,
          parameters: { type: 'object', properties: {} },
          result: { type: 'object', properties: { [`text_${index}_${'word_'.repeat(20)}`]: { type: 'string' } } },
          execute: () => 1,
        }),
      );
      const runtime = createRuntime({ toolsets: [toolset('many', tools), codeToolset(settings)] });
      const definitions = await runtime.startRun({ metadata: { ranked: ['tool_99', 'tool_50'] } }).definitions();
      return definitions.find(({ name }) => name === 'execute_code')?.description ?? '';
    };
    expect(await described({})).not.toMatch(/tool_99\b/);
    const text = await described({ listFirst: (run) => run.metadata['ranked'] as string[] });
    expect(text).toMatch(/tool_99\b/);
    expect(text).toMatch(/tool_50\b/);
    expect(text).toMatch(/more tools are not listed/);
  });

  it('keeps the fingerprint if other tools come and go [CODE-4]', async () => {
    const fingerprintOf = async (settings?: CodeSettings): Promise<string | undefined> => {
      const definitions = await officeRun(settings).run.definitions();
      return definitions.find(({ name }) => name === 'execute_code')?.fingerprint;
    };
    expect(await fingerprintOf({ tools: ['echo'] })).toBe(await fingerprintOf());
  });
});

describe('a check before the program', () => {
  const withProblems = (problems: readonly CodeProblem[] | undefined) => {
    const office = new Office();
    const checked: unknown[] = [];
    const options = new CodeOptions(
      {},
      {
        check: (code, tools) => {
          checked.push([code, tools.map(({ name }) => name)]);
          return Promise.resolve(problems);
        },
      },
    );
    const code = fromInstance(new CodeToolset(options), toolsets);
    const run = createRuntime({ toolsets: [office.tools(), code] }).startRun() as Run;
    return { run, office, checked, call: (source: string) => run.call('execute_code', { code: source }) };
  };
  const CODE = 'return (await tools.order_find({ id: 1 })).id;';

  it('asks the model to correct mistakes, and nothing runs [CODE-1]', async () => {
    const { office, call, checked } = withProblems([
      { line: 1, column: 41, message: "Type 'string' is not assignable to type 'number'." },
      { line: 2, column: 3, message: 'Other.' },
    ]);
    expect(await call(CODE)).toMatchObject({
      status: 'retry',
      text: expect.stringContaining(
        "The program has mistakes. Nothing has run:\n- line 1, column 41: Type 'string' is not assignable to type 'number'.\n- line 2, column 3: Other.",
      ),
    });
    expect(office.done).toEqual([]);
    expect(checked).toEqual([[CODE, ['order_find', 'pay', 'echo', 'fail', 'big', 'search_tools']]]);
  });

  it('is made once for a program that waits and continues [CODE-1, CODE-4]', async () => {
    const { run, call, checked, office } = withProblems([]);
    const outcome = await call('return await tools.pay({ sum: 1 });');
    const id = outcome.status === 'deferred' ? outcome.request.id : '';
    expect(await run.resume({ [id]: decision.approve() })).toMatchObject([{ status: 'success' }]);
    expect(office.done).toEqual(['pay 1']);
    expect(checked).toHaveLength(1);
  });

  it.each([
    ['finds none', []],
    ['is not possible', undefined],
  ])('lets the program run if it %s [CODE-1]', async (_, problems) => {
    expect(await withProblems(problems).call(CODE)).toMatchObject({ status: 'success', text: '1' });
  });
});
