const VERSIONS = ['next', '0.10', '0.9'];

/** Chooses versions in the menu: the newest release is at the root, others are in folders. */
export async function checkVersions(page, origin, fault) {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.route(`${origin}/versions.json`, (route) => route.fulfill({ json: VERSIONS }));
  for (const [name, path] of [
    ['0.9', '/0.9/'],
    ['0.10', '/'],
  ]) {
    await page.goto(`${origin}/guide/testing`);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.versions option').length === count,
      VERSIONS.length,
    );
    await page.selectOption('.versions', name);
    await page.waitForURL(`${origin}${path}`).catch(() => fault(`version ${name} opens ${page.url()}`));
  }
  return `${VERSIONS.length} versions`;
}
