import { Length } from 'class-validator';

/** How an order was sent. */
export class ShipmentDto {
  @Length(6, 30)
  trackingNumber!: string;
}
