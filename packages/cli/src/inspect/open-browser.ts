import { spawn } from 'node:child_process';

/** The facts that say whether a person sits in front of a browser of this machine. */
export interface Surroundings {
  readonly isTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns whether a person started the command in a terminal of a machine with a screen. */
export function hasScreen({ isTerminal, platform, env }: Surroundings): boolean {
  const isRemote = env['SSH_CONNECTION'] !== undefined || env['CI'] !== undefined;
  if (!isTerminal || isRemote) return false;
  const hasWindows = ['darwin', 'win32'].includes(platform);
  return hasWindows || env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
}

/** Opens an address in a browser. The command prints it too, so no error matters. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [command, ...rest] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...rest, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // The first quoted argument of `start` is a title.
  win32: ['cmd', '/c', 'start', ''],
};
