// A task in progress: sends the calls of a player to the tools, and judges the end.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verdictOf } from './check.mjs';
import { Meter } from './meter.mjs';
import { peopleOf } from './people.mjs';
import { startSite } from './site.mjs';
import * as helpers from './tasks/checks.mjs';
import { worldOf as baseWorld, writeWorld, randomOf } from './world.mjs';

/** Writes the world, starts its web server and the tools, and begins the task. */
export async function startGame(options) {
  const from = resolve(options.from);
  const file = readdirSync(join(from, 'tasks')).find(
    (name) => name.endsWith('.json') && Number.parseInt(name, 10) === Number(options.task),
  );
  if (!file) throw new Error(`There is no task ${options.task} in ${from}.`);
  const task = JSON.parse(readFileSync(join(from, 'tasks', file), 'utf8'));
  const module = await import(pathToFileURL(join(from, 'world.mjs')));
  const seed = Number(options.seed);
  const world =
    module.worldOf === baseWorld
      ? baseWorld(seed)
      : module.worldOf(seed, { base: baseWorld(seed), random: randomOf(seed + 7919) });
  const folder = resolve(options.folder);
  writeWorld(folder, world);
  const site = await startSite(world.pages, Number(options['site-port']));
  const userId = task.userId ?? 'kim';
  const tools =
    options.tools === 'mcp-filesystem'
      ? await (await import('./mcp-tools.mjs')).mcpFilesystem({ folder })
      : await (
          await import('./runtime.mjs')
        ).haftTools({ folder, world, sitePort: site.port, names: options.tools.split(','), userId });
  const meter = new Meter();
  const texts = task.runs.map((text) => text.replaceAll('{site}', `http://127.0.0.1:${site.port}`));
  const state = { asked: [], answers: [], calls: [], fetched: site.asked };
  const decide = peopleOf(task, state.asked);
  const messages = [];
  let run = 0;
  let verdict;

  await tools.start();
  meter.begin(texts[0]);
  meter.request(await tools.definitions());

  async function finish() {
    while (state.answers.length < texts.length) state.answers.push('');
    const facts = { ...state, ...(await tools.state()), folder: join(folder, 'work'), world, helpers };
    const problems = await verdictOf(from, task, facts);
    verdict = {
      task: file.replace('.json', ''),
      tools: options.tools,
      passed: problems.length === 0,
      problems,
      seed,
      sitePort: site.port,
      ...meter.result(),
      asked: state.asked.length,
    };
    await tools.end();
    site.close();
    mkdirSync(options.records, { recursive: true });
    writeFileSync(
      join(options.records, `${verdict.task}.${options.tools.replaceAll(',', '+')}.${options.play}.json`),
      JSON.stringify({ ...verdict, messages }, null, 1) + '\n',
    );
  }

  return {
    sitePort: site.port,
    isOver: () => verdict !== undefined,
    verdict: () => verdict,
    end: () => (verdict ? undefined : finish()),
    async brief() {
      const { tools: defined, instructions } = await tools.definitions();
      const shown =
        options.defs === 'names'
          ? defined.map((one) => one.function.name).join(', ')
          : JSON.stringify(defined, null, 1);
      return [
        ...(options.defs === 'none' ? [] : ['# Tools', shown, '# Instructions', instructions]),
        '# Task',
        texts[0],
      ].join('\n');
    },
    async take(message) {
      messages.push(message);
      if (message.answer !== undefined) {
        meter.answer(message.answer);
        state.answers.push(message.answer);
        if (++run === texts.length) {
          await finish();
          return `The task is over: ${JSON.stringify(verdict)}`;
        }
        await tools.start();
        meter.begin(texts[run]);
        meter.request(await tools.definitions());
        return `# A new conversation\n${texts[run]}`;
      }
      const calls = (message.calls ?? [message]).map((call, i) => ({
        id: `call_${meter.trips + 1}_${i + 1}`,
        name: call.name,
        arguments: call.arguments ?? {},
      }));
      state.calls.push(...calls);
      const outcomes = await tools.call(calls, decide);
      meter.message(calls, outcomes);
      meter.request(await tools.definitions());
      const shown = outcomes.map(({ text }, i) => `## ${calls[i].name}\n${text}`).join('\n');
      const ids = idsIn(shown);
      if (ids.length > 0) messages[messages.length - 1] = { ...message, ids };
      return shown;
    },
  };
}

/**
 * Sends the messages of a record and returns the verdict. The port of the web server, and random
 * ids that outcomes had, become those of now.
 */
export async function replayed({ task, tools, seed, sitePort, messages }, options) {
  const game = await startGame({ ...options, task: Number.parseInt(task, 10), tools, seed });
  try {
    const now = new Map();
    for (const { ids = [], ...message } of messages) {
      const text = JSON.stringify(message)
        .replaceAll(`127.0.0.1:${sitePort}`, `127.0.0.1:${game.sitePort}`)
        .replace(/[0-9a-f-]{36}/g, (id) => now.get(id) ?? id);
      const found = idsIn(await game.take(JSON.parse(text)));
      ids.forEach((id, i) => now.set(id, found[i] ?? id));
    }
  } finally {
    await game.end();
  }
  return game.verdict();
}

function idsIn(text) {
  return text.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [];
}
