import { Injectable } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';

/** The largest refund that support may make without asking: the setting `REFUND_LIMIT_CENTS`. */
@Injectable()
export class RefundLimit {
  readonly cents: number;

  constructor(config: ConfigService) {
    this.cents = Number(config.get('REFUND_LIMIT_CENTS', '5000'));
  }

  isExceededBy(amountCents: number): boolean {
    return amountCents > this.cents;
  }
}
