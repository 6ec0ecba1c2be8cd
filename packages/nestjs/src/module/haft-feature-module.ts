import { Inject, Module } from '@nestjs/common';
import { HAFT_RUNTIME } from './inject-runtime.js';

/** What `HaftModule.forFeature` imports: it carries its `HaftFeature`, and asks for the runtime that has to find it. */
@Module({})
export class HaftFeatureModule {
  constructor(@Inject(HAFT_RUNTIME) _runtime: object) {
    // Without `HaftModule.forRoot`, Nest says that this is missing.
  }
}
