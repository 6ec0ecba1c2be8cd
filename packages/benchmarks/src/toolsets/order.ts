/** The customer of an order. */
export class Customer {
  id!: string;
  name!: string;
  /** @format email */
  email!: string;
}

/** Fetched in a store. */
export class Pickup {
  type!: 'pickup';
  storeId!: string;
}

/** Brought home. */
export class Delivery {
  type!: 'delivery';
  street!: string;
  city!: string;
  zip!: string;
}

/** So many percent less. */
export class PercentDiscount {
  type!: 'percent';
  /**
   * @minimum 0
   * @maximum 100
   */
  value!: number;
}

/** A voucher. */
export class CodeDiscount {
  type!: 'code';
  code!: string;
}

/** One line of an order. */
export class OrderItem {
  /** @minLength 1 */
  sku!: string;
  /**
   * @asType integer
   * @minimum 1
   * @maximum 1000
   */
  quantity!: number;
  /** @minimum 0 */
  unitPrice!: number;
  kind!: 'physical' | 'digital' | 'service';
  discount!: PercentDiscount | CodeDiscount;
  ref!: string | number;
}

/** An order, with the constraints in JSDoc tags. */
export class Order {
  /** @minLength 1 */
  orderId!: string;
  customer!: Customer;
  shipping!: Pickup | Delivery;
  /**
   * @minItems 1
   * @maxItems 100
   */
  items!: OrderItem[];
  note?: string;
}
