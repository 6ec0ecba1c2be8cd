import {
  AssigneeDto,
  CodeDto,
  CustomerDto,
  DeliveryDto,
  ItemDto,
  LDto,
  MDto,
  PercentDto,
  PickupDto,
  SDto,
} from '../class-validator/dtos.js';
import type { LArguments, LItem, MArguments, SArguments, Shape } from '../shapes/shapes.js';

/** Hand-written code that turns checked arguments into DTO instances. */
export const instantiate: Readonly<Record<Shape, (args: never) => object>> = { S: makeS, M: makeM, L: makeL };

function makeS({ query, limit = 10 }: SArguments): SDto {
  const dto = new SDto();
  dto.query = query;
  dto.limit = limit;
  return dto;
}

function makeM(args: MArguments): MDto {
  const dto = new MDto();
  dto.title = args.title;
  dto.priority = args.priority;
  dto.assignee = new AssigneeDto();
  dto.assignee.name = args.assignee.name;
  dto.assignee.email = args.assignee.email;
  dto.tags = args.tags;
  dto.contactEmail = args.contactEmail;
  dto.link = args.link;
  dto.estimate = args.estimate;
  if (args.notify !== undefined) dto.notify = args.notify;
  return dto;
}

function makeL(args: LArguments): LDto {
  const dto = new LDto();
  dto.orderId = args.orderId;
  dto.customer = new CustomerDto();
  dto.customer.id = args.customer.id;
  dto.customer.name = args.customer.name;
  dto.customer.email = args.customer.email;
  dto.shipping = makeShipping(args.shipping);
  dto.items = args.items.map(makeItem);
  if (args.note !== undefined) dto.note = args.note;
  return dto;
}

function makeShipping(args: LArguments['shipping']): PickupDto | DeliveryDto {
  if (args.type === 'pickup') {
    const pickup = new PickupDto();
    pickup.type = args.type;
    pickup.storeId = args.storeId;
    return pickup;
  }
  const delivery = new DeliveryDto();
  delivery.type = args.type;
  delivery.street = args.street;
  delivery.city = args.city;
  delivery.zip = args.zip;
  return delivery;
}

function makeItem(args: LItem): ItemDto {
  const item = new ItemDto();
  item.sku = args.sku;
  item.quantity = args.quantity;
  item.unitPrice = args.unitPrice;
  item.kind = args.kind;
  item.discount = makeDiscount(args.discount);
  item.ref = args.ref;
  return item;
}

function makeDiscount(args: LItem['discount']): PercentDto | CodeDto {
  if (args.type === 'percent') {
    const percent = new PercentDto();
    percent.type = args.type;
    percent.value = args.value;
    return percent;
  }
  const code = new CodeDto();
  code.type = args.type;
  code.code = args.code;
  return code;
}
