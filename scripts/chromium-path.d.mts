/** The installed Chromium, if any. */
export const chromiumPath: string | undefined;
