import { anthropicWire } from './anthropic.js';
import { bedrockWire } from './bedrock.js';
import { chatWire } from './chat.js';
import { geminiWire } from './gemini.js';
import { responsesWire } from './responses.js';
import type { WireCase } from './wire-case.js';

/** The protocols of all providers. */
export const WIRES: readonly WireCase[] = [chatWire, responsesWire, anthropicWire, geminiWire, bedrockWire];
