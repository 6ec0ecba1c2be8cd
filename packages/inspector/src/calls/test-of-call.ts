import type { CallDetail } from '../history/call-record.js';
import type { RuntimeModule } from '../tools/build-facts.js';
import { code, literal } from './code-of-value.js';
import { expectedText } from './expected-text.js';
import { FRAMEWORKS } from './test-frameworks.js';

/** Facts that a test needs, besides the call. */
export interface TestFacts {
  /** The module of the runtime, if `haft inspect` loaded it. */
  readonly module?: RuntimeModule | undefined;
  /** Whether the options of the preset are a function. */
  readonly isFunction: boolean;
  /** Names of the options that the preset gives. */
  readonly names: readonly string[];
  /** The calls before it in its run that used its retry budget, the oldest first. */
  readonly before: readonly CallDetail[];
}

/**
 * Returns a test that repeats a call with the options of its run and expects its outcome. It
 * compiles, and passes if the tool does the same again.
 */
export function testOfCall(call: CallDetail, facts: TestFacts): string {
  const { tool, status, events } = call;
  const { module, before } = facts;
  const framework = FRAMEWORKS[module?.tests ?? 'globals'];
  const options = optionsOf(call, facts);
  const imports = ['runtime', ...(module?.closes === true ? ['close'] : []), ...options.names].sort();
  const runtime = module?.isPromise === true ? '(await runtime)' : 'runtime';
  const decision = decisionOf(call, events);
  // The text of a denial is that of the person, which is not kept in each case.
  const text = status === 'denied' && decision !== undefined ? undefined : call.outcome?.['text'];
  const { equal, match } = framework;
  const body = [
    ...(module?.closes === true ? [`${framework.after}(() => close());`, ''] : []),
    ...options.lines,
    `test(${literal(`${tool} answers ${status}`)}, async () => {`,
    `  const run = ${runtime}.startRun(${options.code});`,
    ...(before.length === 0 ? [] : ['  // These calls used the retry budget of the tool before.']),
    ...before.map((one) => `  await run.call(${callCode(one)});`),
    ...(decision === undefined
      ? [`  const outcome = await run.call(${callCode(call)});`]
      : [
          `  const asked = await run.call(${callCode(call)});`,
          "  const id = asked.status === 'deferred' ? asked.request.id : '';",
          `  const [outcome] = await run.resume({ [id]: ${decision} });`,
        ]),
    `  ${equal(`outcome${decision === undefined ? '' : '?'}.status`, literal(status))};`,
    ...(typeof text === 'string'
      ? [`  ${expectedText(text, call, { equal, match }, `outcome${decision === undefined ? '' : '?'}.text`)};`]
      : []),
    '  await run.end();',
    '});',
    '',
  ].join('\n');
  const imported = [
    ...Object.entries(framework.imports).map(
      ([from, names]) => [from, names.filter((name) => body.includes(`${name}(`))] as const,
    ),
    [module?.path ?? '../src/runtime.js', imports] as const,
  ].filter(([, names]) => names.length > 0);
  const lines = imported.map(([from, names]) => `import { ${names.join(', ')} } from ${literal(from)};\n`);
  return `${lines.join('')}\n${body}`;
}

function callCode({ tool, sent }: CallDetail): string {
  return `{ name: ${literal(tool)}, arguments: ${code(sent ?? {}, '  ')} }`;
}

/** Returns the decision of a person as code, if the call waited for one. */
function decisionOf({ sent, arguments: accepted }: CallDetail, events: readonly unknown[]): string | undefined {
  const decided = (events as readonly Readonly<Record<string, unknown>>[]).findLast(
    ({ type, result }) => type === 'decision' && result === 'accepted',
  );
  if (decided === undefined) return undefined;
  if (decided['decision'] === 'deny') return 'false';
  if (decided['decision'] !== 'approve')
    return `{ kind: ${literal(String(decided['decision']))}, ${VALUES[String(decided['decision'])] ?? "text: ''"} }`;
  const isChanged = accepted !== undefined && JSON.stringify(accepted) !== JSON.stringify(sent);
  return isChanged ? `{ kind: 'approve', arguments: ${code(accepted, '  ')} }` : 'true';
}

/** The page does not keep what a person supplies. */
const VALUES: Readonly<Record<string, string>> = {
  supply: 'values: { /* the values of the person */ }',
  result: 'value: null /* the result of the other system */',
};

interface OptionsCode {
  readonly names: readonly string[];
  /** Code in front of the test. */
  readonly lines: readonly string[];
  readonly code: string;
}

type Owner = Pick<CallDetail, 'userId' | 'tenantId' | 'preset'>;

/** Returns the options of the run as code, and the names that the code imports. */
function optionsOf({ userId, tenantId, preset }: Owner, { module, isFunction, names }: TestFacts): OptionsCode {
  const name = preset === undefined || preset === 'default' ? 'runOptions' : 'presets';
  const isExported = name === 'presets' ? module !== undefined : module?.runOptions !== undefined;
  const owner = Object.entries({ userId, tenantId }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${literal(value)}`],
  );
  if (isExported) {
    const value = name === 'presets' ? `presets[${literal(preset ?? '')}]` : name;
    const made = (name === 'presets' ? isFunction : module?.runOptions === 'function') ? `await ${value}()` : value;
    // A call of the page has the owner of its preset.
    const isOwn = preset !== undefined || owner.length === 0;
    return { names: [name], lines: [], code: isOwn ? made : `{ ...(${made}), ${owner.join(', ')} }` };
  }
  const rest = names.filter((one) => one !== 'userId' && one !== 'tenantId');
  const plain = owner.length === 0 ? '' : `{ ${owner.join(', ')} }`;
  if (rest.length === 0) return { names: [], lines: [], code: plain };
  // The page has no code for them, and the types of a runtime may require them.
  return {
    names: [],
    lines: [
      `/** Returns ${rest.join(', ')}, as the preset ${literal(preset ?? 'default')} of the page does. */`,
      `function options(): NonNullable<Parameters<typeof runtime.startRun>[0]> {`,
      `  throw new Error(${literal(`Return the options of the preset ${preset ?? 'default'}: ${rest.join(', ')}.`)});`,
      '}',
      '',
    ],
    code: owner.length === 0 ? 'options()' : `{ ...options(), ${owner.join(', ')} }`,
  };
}
