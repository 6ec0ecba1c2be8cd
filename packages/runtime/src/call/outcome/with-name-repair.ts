import type { Repair, ToolOutcome } from '@haft/core';
import { shownName } from '@haft/core/internal';
import type { Call } from '../call.js';
import { withCauseOf } from './with-cause-of.js';

/** Records that the model called the tool by another name. A model that must try again reads it. */
export function withNameRepair(call: Call, asked: string, outcome: ToolOutcome): ToolOutcome {
  const repair: Repair = { path: [], kind: 'name', from: quoted(asked), to: quoted(call.name) };
  const repairs = [repair, ...outcome.repairs];
  if (outcome.status !== 'retry') return withCauseOf(outcome, { ...outcome, repairs });
  const text = `Unknown tool name: '${shownName(asked)}'. Did you mean '${call.name}'?\n\n${outcome.text}`;
  return { ...outcome, repairs, text };
}

function quoted(name: string): string {
  return JSON.stringify(shownName(name));
}
