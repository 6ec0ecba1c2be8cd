import { Tool, Toolset } from 'haft';

/** A table for one evening. */
export class Booking {
  /** First and last name. @minLength 2 @maxLength 60 */
  guest!: string;

  /** @format date */
  day!: Date;

  /** @integer @minimum 1 @maximum 12 */
  persons = 2;

  /** Dishes to prepare. @minItems 1 @maxItems 5 */
  dishes?: string[];

  /** @pattern ^[A-Z]{2}\d{4}$ */
  voucher?: string;
}

@Toolset({ prefix: 'table' })
export class TableToolset {
  /** Books a table. */
  @Tool()
  book(booking: Booking): string {
    const { guest, persons, day } = booking;
    return `${guest}, ${persons} persons, weekday ${day.getUTCDay()}, ${booking instanceof Booking}`;
  }
}
