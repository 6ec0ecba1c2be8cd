import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
const PAGES = ['', 'contents', 'guide/getting-started', 'options', 'errors/HAFT1001', 'api/haft/telemetry'];
const WIDTHS = [1280, 390];
const SCHEMES = ['light', 'dark'];

/**
 * Looks at pages on a desktop and a phone, light and dark: serious faults of axe, and pages that
 * are wider than the screen. Writes pictures into the folder of `PICTURES`.
 */
export async function checkViews(page, origin, fault) {
  const views = PAGES.flatMap((name) =>
    WIDTHS.flatMap((width) => SCHEMES.map((colorScheme) => ({ name, width, colorScheme }))),
  );
  for (const { name, width, colorScheme } of views) {
    const where = `/${name} at ${width}, ${colorScheme}`;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${origin}/${name}`);
    await checkAccess(page, where, fault);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) fault(`${where}: ${overflow} px too wide`);
    if (process.env.PICTURES)
      await page.screenshot({
        path: join(process.env.PICTURES, `${name.replace(/\//g, '-') || 'home'}-${width}-${colorScheme}.png`),
      });
  }
  // A phone opens these over the page.
  await page.click('.VPNavBarHamburger');
  await checkAccess(page, 'The menu', fault);
  await page.click('.VPNavBarHamburger');
  await page.click('.VPLocalNav .menu');
  await checkAccess(page, 'The sidebar', fault);
  return `${views.length} views`;
}

/** Reports the serious faults that axe finds. */
export async function checkAccess(page, where, fault) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, impact, nodes } of violations.filter((one) => /serious|critical/.test(one.impact)))
    fault(
      `${where}: ${impact} ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`,
    );
}
