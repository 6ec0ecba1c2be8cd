import { serveMcp } from '@haft/mcp';
import { fileToolset } from '@haft/toolsets/file';
import { createRuntime } from 'haft';

/*
 * A file server over stdio: `node dist/children/serve-files.js ROOT yes|no RG`. The second argument
 * tells whether it syncs, the third one is the path of ripgrep.
 */

const [, , root = '', sync, ripgrep = false] = process.argv;
const files = fileToolset({ root, fsync: sync === 'yes', approval: 'none', ripgrep, maxCharacters: 200_000 });
const runtime = createRuntime({ toolsets: files, results: { maxCharacters: 300_000 } });
await serveMcp(runtime, { name: 'files', version: '1.0.0' }).connectStdio().closed;
