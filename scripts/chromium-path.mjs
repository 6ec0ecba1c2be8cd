import { existsSync } from 'node:fs';

/** The installed Chromium. The first one draws no windows, so it takes two thirds of the time. */
export const chromiumPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));
