import type { Finding } from './finding.js';

/** The oldest Node version that Haft's tests run on. */
const FLOOR = [20, 19] as const;

/**
 * Checks the version of Node.
 *
 * @param version - as in `process.versions.node`
 */
export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
  if (isNew) return { about: 'Node', verdict: 'well', message: version };
  const floor = FLOOR.join('.');
  return {
    about: 'Node',
    verdict: 'wrong',
    message: `${version} is older than ${floor}.`,
    fix: `Install Node ${floor} or newer.`,
  };
}
