// Checks the messages of new commits with commitlint: node scripts/check-commits.mjs
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { git } from './git.mjs';

/** The last commit that is older than the rule. */
const BASE = '916aa7d759104a8dc8fdcaab8bf06f3cbb96a010';

const from = git('cat-file', '-t', BASE) === 'commit' ? BASE : oldestCommit();
if (from === undefined) console.log('This folder has no Git history.');
else if (git('rev-list', '--count', `${from}..HEAD`) === '0') console.log('There are no new commits.');
else {
  const cli = createRequire(import.meta.url).resolve('@commitlint/cli/cli.js');
  const args = [cli, '--from', from, '--to', 'HEAD', '--verbose'];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

/** A shallow clone has only the newest commits: all but the oldest one are checked. */
function oldestCommit() {
  return git('rev-list', '--max-parents=0', 'HEAD')?.split('\n').at(-1);
}
