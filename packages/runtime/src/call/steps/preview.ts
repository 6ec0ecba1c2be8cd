import type { AroundStep, PlainStep } from '../plan/step.js';
import { compare } from '../preview/compare-preview.js';
import { withPreview } from '../preview/with-preview.js';

/** Adds the preview of the tool to a request for an approval, of whichever later step. */
export const addPreview: AroundStep = {
  names: [],
  routes: ['usual', 'full', 'remote'],
  needed: ({ tool }) => tool.body.preview !== undefined,
  around: async (call, rest) => withPreview(call, await rest.take()),
};

/** Compares the preview with the one that a person approved, directly before the tool runs. */
export const comparePreview: PlainStep = {
  names: [],
  routes: ['usual', 'full', 'thread', 'remote'],
  needed: ({ tool }) => tool.body.preview !== undefined,
  run: compare,
};
