import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataFile } from './data-file.js';
import { NodeSqlite } from './node-sqlite.js';
import { Seed } from './seed.js';

/**
 * The SQLite of Node in memory, or in a file that a server and a worker share, so that the example
 * needs no installation. Your application has a database server and migrations.
 */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => {
        const database = dataFile(config, 'backoffice.db') ?? ':memory:';
        const settings = { autoLoadEntities: true, synchronize: true, enableWAL: true };
        return { type: 'better-sqlite3', driver: NodeSqlite, database, ...settings };
      },
    }),
  ],
  providers: [Seed],
})
export class DatabaseModule {}
