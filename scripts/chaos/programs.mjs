import { codeToolset } from '@haft/toolsets/code';
import { planToolset } from '@haft/toolsets/plan';
import { between } from './random.mjs';

/** The toolsets that run programs over the tools of the bank. */
export function programToolsets() {
  return [codeToolset({ check: false }), planToolset()];
}

/** Returns a call of `execute_code` or `execute_plan` with one to four inner calls. */
export function randomProgram(random, tools, slowMs) {
  const calls = Array.from({ length: between(random, 1, 4) }, () => ({
    tool: tools[between(random, 0, tools.length - 1)],
    args: { cents: between(random, 1, 10_000), ask: random() < 0.4, slowMs: between(random, ...slowMs) },
  }));
  return random() < 0.7 ? codeOf(random, calls) : planOf(random, calls);
}

function codeOf(random, calls) {
  const each = calls.map(({ tool, args }) => `callTool(${JSON.stringify(tool)}, ${JSON.stringify(args)})`);
  const code =
    random() < 0.5
      ? `let done = 0;\n${each.map((one) => `try { await ${one}; done += 1; } catch {}`).join('\n')}\nreturn done;`
      : `return (await Promise.allSettled([${each.join(', ')}])).length;`;
  return { name: 'execute_code', arguments: { code } };
}

function planOf(random, calls) {
  const isChain = random() < 0.5;
  const steps = calls.map((call, index) => ({
    id: `s${index}`,
    ...call,
    ...(isChain && index > 0 && { dependsOn: [`s${index - 1}`] }),
  }));
  return { name: 'execute_plan', arguments: { steps } };
}
