import { Module } from '@nestjs/common';

/** What `HaftModule.forFeature` imports: it only carries its `HaftFeature`. */
@Module({})
export class HaftFeatureModule {}
