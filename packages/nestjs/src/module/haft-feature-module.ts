import { Inject, Module, Optional } from '@nestjs/common';
import { imported } from './imported.js';
import { HAFT_RUNTIME } from './inject-runtime.js';

/**
 * The import of `HaftModule.forFeature`. It has a `HaftFeature`, and injects the runtime that must
 * find it.
 */
@Module({})
export class HaftFeatureModule {
  constructor(@Optional() @Inject(HAFT_RUNTIME) runtime?: object) {
    imported(runtime, 'HaftModule.forFeature');
  }
}
