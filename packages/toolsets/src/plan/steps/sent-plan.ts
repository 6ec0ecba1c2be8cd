import { isObject } from '@haft/schema/internal';
import type { PlanStep } from '../plan-step.js';
import type { PlannedStep } from './plan.js';

/** The readable parts of arguments that are not a plan. */
export interface SentPlan {
  /** One for each step that the model sent, so that positions stay. */
  readonly steps: readonly PlanStep[];
  readonly returned: readonly string[];
  /** Returns whether a step has the form of a step. */
  readonly isRead: (step: PlannedStep) => boolean;
}

/** Reads as much as possible of arguments that are not a plan. Undefined if they have no steps. */
export function readSentPlan(sent: unknown, mostSteps: number): SentPlan | undefined {
  const value = typeof sent === 'string' ? parsed(sent) : sent;
  const steps: unknown = isObject(value) ? value['steps'] : undefined;
  if (!isObject(value) || !Array.isArray(steps) || steps.length > mostSteps) return undefined;
  return {
    steps: steps.map(readStep),
    returned: textsOf(value['return']),
    isRead: ({ index }) => hasForm(steps[index]),
  };
}

function readStep(step: unknown): PlanStep {
  if (!isObject(step)) return { tool: '' };
  const { tool, args, id } = step;
  return {
    tool: typeof tool === 'string' ? tool : '',
    ...(isObject(args) && { args }),
    ...(typeof id === 'string' && { id }),
    dependsOn: textsOf(step['dependsOn']),
  };
}

/** The arguments of a step under another name, such as `arguments`, would be missing. */
function hasForm(step: unknown): boolean {
  if (!isObject(step) || typeof step['tool'] !== 'string') return false;
  return isObject(step['args']) || Object.keys(step).every((key) => NAMES.has(key) && key !== 'args');
}

const NAMES: ReadonlySet<string> = new Set(['tool', 'args', 'id', 'dependsOn'] satisfies (keyof PlanStep)[]);

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
