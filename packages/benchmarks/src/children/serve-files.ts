import { serveMcp } from '@haft/mcp';
import { fileToolset } from '@haft/toolsets/file';
import { createRuntime } from 'haft';

/* A file server over stdio: `node dist/children/serve-files.js ROOT yes|no` (whether it syncs). */

const [, , root = '', sync] = process.argv;
const files = fileToolset({ root, fsync: sync === 'yes', approval: 'none', ripgrep: false, maxCharacters: 200_000 });
const runtime = createRuntime({ toolsets: files, maxResultCharacters: 300_000 });
await serveMcp(runtime, { name: 'files', version: '1.0.0' }).connectStdio().closed;
