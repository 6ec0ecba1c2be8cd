/**
 * S: two fields. M: eight fields with an enum and formats. L: an order with unions and 20 line
 * items.
 */
export const SHAPES = ['S', 'M', 'L'] as const;
export type Shape = (typeof SHAPES)[number];

export interface SArguments {
  query: string;
  limit?: number;
}

export interface MArguments {
  title: string;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee: { name: string; email: string };
  tags: string[];
  contactEmail: string;
  link: string;
  estimate: number;
  notify?: boolean;
}

export interface LArguments {
  orderId: string;
  customer: { id: string; name: string; email: string };
  shipping: { type: 'pickup'; storeId: string } | { type: 'delivery'; street: string; city: string; zip: string };
  items: LItem[];
  note?: string;
}

export interface LItem {
  sku: string;
  quantity: number;
  unitPrice: number;
  kind: 'physical' | 'digital' | 'service';
  discount: { type: 'percent'; value: number } | { type: 'code'; code: string };
  ref: string | number;
}

export interface ArgumentsOf {
  S: SArguments;
  M: MArguments;
  L: LArguments;
}
