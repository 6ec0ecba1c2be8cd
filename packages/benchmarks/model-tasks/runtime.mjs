// All built-in toolsets of Haft and the back office, over one world.
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntime, decision } from 'haft';
import { openAiChat } from '@haft/providers/openai';
import { codeToolset } from '@haft/toolsets/code';
import { dataToolset } from '@haft/toolsets/data';
import { fileToolset } from '@haft/toolsets/file';
import { httpToolset } from '@haft/toolsets/http';
import { humanToolset } from '@haft/toolsets/human';
import { KnowledgeBase, knowledgeToolset, ngramEmbeddings, SqliteTextStore } from '@haft/toolsets/knowledge';
import { memoryToolset } from '@haft/toolsets/memory';
import { planToolset } from '@haft/toolsets/plan';
import { queryToolset } from '@haft/toolsets/query';
import { scheduleToolset, SqliteScheduleStore } from '@haft/toolsets/schedule';
import { shellToolset } from '@haft/toolsets/shell';
import { FolderSkillStore, skillToolset } from '@haft/toolsets/skill';
import { Shop } from './backoffice/dist/shop.js';
import { toolsets as backoffice } from './backoffice/dist/toolsets.gen.js';

const COMMON_USER = { uid: 1000, gid: 1000 };
const isRoot = process.getuid?.() === 0;

/**
 * The tools that a player has. `names` chooses toolsets: ['file', 'shell'], ['all'],
 * or ['all', '-shell'] for all but one.
 * Returns { start, call, state, end }, as mcp-tools.mjs does for the peer.
 */
export async function haftTools({ folder, world, sitePort, names, userId }) {
  const root = join(folder, 'work');
  if (isRoot) giveTo(COMMON_USER, root);
  const shop = Object.assign(new Shop(), structuredClone(world.shop));
  const texts = new SqliteTextStore({ file: join(folder, 'texts.db') });
  const embeddings = ngramEmbeddings();
  const schedules = new SqliteScheduleStore({ file: join(folder, 'schedules.db') });
  const zone = world.timeZone ?? 'Europe/Oslo';
  let now = Date.parse(world.now);
  const knowledge = new KnowledgeBase({ store: texts, embeddings });
  await knowledge.addFolder(join(folder, 'handbook'));

  const all = {
    backoffice: () => backoffice,
    file: () => fileToolset({ root }),
    shell: () => shellOf(root),
    data: () => dataToolset(),
    query: () => queryToolset({ root }),
    http: () => httpToolset({ allowAddresses: ['127.0.0.1'], ports: [sitePort] }),
    knowledge: () => knowledgeToolset(knowledge),
    memory: () => memoryToolset({ store: texts, embeddings }),
    schedule: () => scheduleToolset({ store: schedules, timeZone: zone, now: () => now }),
    skill: () => skillToolset({ store: new FolderSkillStore({ root: join(folder, 'skills') }) }),
    plan: () => planToolset(),
    code: () => codeToolset(),
    human: () => humanToolset(),
  };
  const chosen = (names.includes('all') ? Object.keys(all) : names).filter(
    (name) => name in all && !names.includes(`-${name}`),
  );
  const runtime = createRuntime({
    toolsets: chosen.map((name) => all[name]()),
    provide: [{ provide: Shop, useValue: shop }],
  });
  await seed(runtime, chosen, world);

  const provider = openAiChat();
  let run;
  return {
    /** Starts a conversation. */
    async start() {
      await run?.end();
      run = runtime.startRun({ userId, target: provider.target });
    },
    /** Returns the content of a request to the model. */
    async definitions() {
      return { tools: await provider.toolsOf(run), instructions: (await run.instructions()) ?? '' };
    },
    /** Executes the calls of one message. `decide(request)` is a person. Returns the texts. */
    async call(calls, decide) {
      let outcomes = await run.callAll(calls);
      while (outcomes.some(({ status }) => status === 'deferred')) {
        const decisions = {};
        for (const request of run.pending().requests) decisions[request.id] = decide(request, decision);
        const resumed = await run.resume(decisions);
        const byId = new Map(resumed.map((outcome) => [outcome.callId ?? outcome.id, outcome]));
        outcomes = outcomes.map((outcome) => byId.get(outcome.callId ?? outcome.id) ?? outcome);
      }
      run.nextStep();
      return outcomes.map(({ text, status }) => ({ text: text ?? '', status }));
    },
    async state() {
      const owner = { userId, tenantId: '' };
      return { shop: structuredClone(shop), schedules: await schedules.list(owner, { limit: 100 }) };
    },
    async end() {
      await run?.end();
    },
  };
}

function shellOf(root) {
  return shellToolset({ root, approval: 'none', ...(isRoot ? { user: COMMON_USER } : {}) });
}

/** Returns whether this host can run shell commands in a sandbox. */
export function hasSandbox(root) {
  try {
    shellOf(root);
    return true;
  } catch (error) {
    if (error.code === 'HAFT_NO_SANDBOX') return false;
    throw error;
  }
}

/** Root may not run commands in the sandbox: they run as a common user, who gets the files. */
function giveTo({ uid, gid }, folder) {
  chownSync(folder, uid, gid);
  for (const path of readdirSync(folder, { recursive: true })) chownSync(join(folder, path), uid, gid);
}

/** Memories and schedules that exist before the task. */
async function seed(runtime, chosen, world) {
  if (!chosen.includes('memory')) return;
  for (const { userId, ...memory } of world.memories) {
    const run = runtime.startRun({ userId });
    await run.call({ name: 'remember', arguments: memory });
    await run.end();
  }
  if (!chosen.includes('schedule')) return;
  for (const { userId, ...schedule } of world.schedules ?? []) {
    const run = runtime.startRun({ userId });
    const { status, text } = await run.call({ name: 'schedule_create', arguments: schedule });
    if (status !== 'success') throw new Error(`The world's schedule was refused: ${text}`);
    await run.end();
  }
}
