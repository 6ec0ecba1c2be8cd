import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { dataFile } from '../database/data-file.js';

/** Keeps refunds and all calls that wait, so that they survive the end of the process. */
@Module({
  providers: [
    {
      provide: SqliteCallLedger,
      inject: [ConfigService],
      useFactory: (config: ConfigService) => new SqliteCallLedger({ file: dataFile(config, 'calls.db') ?? ':memory:' }),
    },
  ],
  exports: [SqliteCallLedger],
})
export class LedgerModule {}
