import { permissionsIn, type Requirement, type RunContext } from '@haft/core';

/**
 * A check of a framework whether a tool exists for the user of a run, such as a guard of NestJS.
 * Without its yes, the tool is like one whose permissions are missing.
 */
export interface Visibility {
  /** The name of the tool, for the log and events. */
  readonly tool: string;
  /** Whether there is something to ask. May change until the first run starts. */
  readonly isLimited: boolean;
  /** Returns whether the tool exists for the user. If it throws, the tool does not. */
  isVisible(run: RunContext): Promise<boolean>;
}

/** A question that decides for whom a tool exists: a permission, or a check of a framework. */
export type AccessQuestion = string | Visibility;

/** The parts of a tool that decide for whom it exists. */
export interface LimitedTool {
  readonly settings: { readonly requires?: readonly Requirement[] | undefined };
  readonly visibility?: Visibility | undefined;
}

/** Returns whether a tool exists for some users only. */
export function isLimited({ settings, visibility }: LimitedTool): boolean {
  return settings.requires !== undefined || visibility?.isLimited === true;
}

/** Returns all questions that decide about a tool. */
export function questionsOf({ settings, visibility }: LimitedTool): readonly AccessQuestion[] {
  const permissions = permissionsIn(settings.requires ?? []);
  return visibility?.isLimited === true ? [...permissions, visibility] : permissions;
}
