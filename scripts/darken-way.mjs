// Writes docs/images/way-dark.svg: way-light.svg, the way from a class to a corrected call, in dark
// colours. Run it after a change of the picture.
import { readFileSync, writeFileSync } from 'node:fs';

/** Each colour of the light picture, and the one that takes its place. */
const DARK = {
  '1f2328': 'f0f6fc',
  '59636e': '9198a1',
  '8c959f': '656c76',
  f6f8fa: '151b23',
  d1d9e0: '3d444d',
  cf222e: 'ff7b72',
  '1a7f37': '3fb950',
  '0969da': '4493f8',
};

const light = readFileSync('docs/images/way-light.svg', 'utf8');
const dark = light.replace(new RegExp(Object.keys(DARK).join('|'), 'g'), (colour) => DARK[colour]);
writeFileSync('docs/images/way-dark.svg', dark);
