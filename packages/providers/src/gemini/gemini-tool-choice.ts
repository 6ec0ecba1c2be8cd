import type { ToolChoice } from '../definitions/tool-choice.js';
import type { GeminiToolConfig } from './gemini-types.js';

/** Returns `toolConfig` of a request. */
export function geminiToolChoice(choice: ToolChoice): GeminiToolConfig {
  if (typeof choice === 'string') return { functionCallingConfig: { mode: MODES[choice] as never } };
  return { functionCallingConfig: { mode: MODES.required as never, allowedFunctionNames: [choice.tool] } };
}

const MODES = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const;
