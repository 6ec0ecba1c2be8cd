import { Inject, Module } from '@nestjs/common';
import { HAFT_RUNTIME } from './inject-runtime.js';

/**
 * The import of `HaftModule.forFeature`. It has a `HaftFeature`, and injects the runtime that must
 * find it.
 */
@Module({})
export class HaftFeatureModule {
  constructor(@Inject(HAFT_RUNTIME) _runtime: object) {
    // Without `HaftModule.forRoot`, Nest reports it as missing.
  }
}
