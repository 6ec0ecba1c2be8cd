import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigService } from '@nestjs/config';

/** Returns the path of a file in `DATA_FOLDER`. Without the setting, all data are in memory. */
export function dataFile(config: ConfigService, name: string): string | undefined {
  const folder = config.get<string>('DATA_FOLDER');
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}
