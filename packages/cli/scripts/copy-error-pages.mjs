// `haft explain` prints the pages of docs/errors; the published package carries them.
import { cpSync, rmSync } from 'node:fs';

const to = new URL('../dist/errors/', import.meta.url);
rmSync(to, { recursive: true, force: true });
cpSync(new URL('../../../docs/errors/', import.meta.url), to, { recursive: true });
