import type { Preview, Reconciled, RunContext } from '@haft/core';
import { after } from '@haft/core/internal';
import type { ToolBody, ToolSettings } from '../port/any-tool.js';

/** The functions next to that of a tool. A method names them with `@Effect` and `@Preview`. */
export interface BesideExecute {
  /** Finds out what became of a call whose process died. */
  readonly reconcile?: FindReconciled | undefined;
  /** Tells people what a call would do. */
  readonly preview?: WritePreview | undefined;
}

/**
 * Returns what became of a call. You may type `run` as `RunContext<YourDeps>`: TypeScript compares
 * the parameter types of methods in both directions.
 */
type FindReconciled = {
  reconcile(key: string, args: never, run: RunContext): Reconciled | Promise<Reconciled>;
}['reconcile'];

/** Returns what a call would do. You may type `run` as `RunContext<YourDeps>`. */
type WritePreview = { preview(args: never, run: RunContext): Preview | Promise<Preview> }['preview'];

/**
 * Returns the functions as parts of a body.
 *
 * @param valueOf - returns the arguments that the tool gets. Default: the accepted arguments.
 */
export function besideExecute(
  { reconcile, preview }: BesideExecute,
  valueOf: (args: object) => unknown = (args) => args,
): Pick<ToolBody, 'reconcile' | 'preview'> {
  return {
    ...(reconcile === undefined
      ? {}
      : {
          reconcile: (_instance, key, args, run) =>
            after(valueOf(args), (value) => reconcile(key, value as never, run)),
        }),
    ...(preview === undefined
      ? {}
      : { preview: (_instance, args, run) => after(valueOf(args), (value) => preview(value as never, run)) }),
  };
}

/** Returns the settings. A tool with a reconcile function has effects. */
export function withReconcile(settings: ToolSettings, { reconcile }: BesideExecute): ToolSettings {
  return reconcile === undefined ? settings : { ...settings, effect: { reconcile: 'reconcile', ...settings.effect } };
}
