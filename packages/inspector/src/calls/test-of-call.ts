import type { CallDetail } from '../history/call-record.js';
import type { RuntimeModule } from '../tools/build-facts.js';

/** Facts that a test needs of the preset of a call. */
export interface TestFacts {
  /** The module of the runtime, if `haft inspect` loaded it. */
  readonly module?: RuntimeModule | undefined;
  /** Whether the options of the preset are a function. */
  readonly isFunction: boolean;
  /** Names of the options that the preset gives. */
  readonly names: readonly string[];
}

/**
 * Returns a test that repeats a call with the options of its run and expects its outcome, for Jest,
 * Vitest and node:test.
 */
export function testOfCall({ tool, sent, outcome, status, ...call }: CallDetail, facts: TestFacts): string {
  const text = outcome?.['text'];
  const { names, options } = optionsOf(call, facts);
  const lines = [
    `import { ${['runtime', ...names].sort().join(', ')} } from ${literal(facts.module?.path ?? '../src/runtime.js')};`,
    '',
    `test(${literal(`${tool} answers ${status}`)}, async () => {`,
    `  const run = runtime.startRun(${options});`,
    `  const outcome = await run.call({ name: ${literal(tool)}, arguments: ${indented(sent ?? {})} });`,
    `  expect(outcome.status).toBe(${literal(status)});`,
    ...(typeof text === 'string' ? [`  expect(outcome.text).toBe(${literal(text)});`] : []),
    '  await run.end();',
    '});',
    '',
  ];
  return lines.join('\n');
}

type Owner = Pick<CallDetail, 'userId' | 'tenantId' | 'preset'>;

/** Returns the options of the run as code, and the names that the code imports. */
function optionsOf(
  { userId, tenantId, preset }: Owner,
  { module, isFunction, names }: TestFacts,
): { readonly names: readonly string[]; readonly options: string } {
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
    return { names: [name], options: isOwn ? made : `{ ...(${made}), ${owner.join(', ')} }` };
  }
  const rest = names.filter((one) => one !== 'userId' && one !== 'tenantId');
  const note = rest.length === 0 ? [] : [`/* and ${rest.join(', ')} of the preset ${preset ?? 'default'} */`];
  return { names: [], options: owner.length + note.length === 0 ? '' : `{ ${[...owner, ...note].join(', ')} }` };
}

function literal(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}
