import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataFile } from './data-file.js';
import { Seed } from './seed.js';

/**
 * SQLite in memory, or in a file, so that the example needs no installation. Your application has a
 * server and migrations.
 */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => {
        const location = dataFile(config, 'backoffice.db');
        const file = location === undefined ? {} : { location, autoSave: true };
        return { type: 'sqljs', autoLoadEntities: true, synchronize: true, ...file };
      },
    }),
  ],
  providers: [Seed],
})
export class DatabaseModule {}
