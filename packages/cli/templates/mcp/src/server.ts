import { serveMcp } from '@haft/mcp';
import { runtime } from './runtime.js';

export const mcp = serveMcp(runtime, { name: 'todo', version: '0.1.0' });
