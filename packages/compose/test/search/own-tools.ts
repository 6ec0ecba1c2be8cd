import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';

function defined(name: string, description: string, properties: Record<string, JsonSchemaObject> = {}): ToolDefinition {
  return {
    name,
    description,
    parameters: { type: 'object', properties },
    toolset: 'own',
    version: '0',
    fingerprint: name,
  } as ToolDefinition;
}

const text = (description: string): JsonSchemaObject => ({ type: 'string', description });

/** The tools of a made-up company. */
export const OWN_TOOLS: readonly ToolDefinition[] = [
  defined('list_invoices', 'Lists the invoices of a customer.', { customerId: text('The customer.') }),
  defined('createInvoice', 'Writes a new invoice.', { amount: text('In cents.'), dueOn: text('The date of payment.') }),
  defined('invoice_cancel', 'Cancels an invoice that has not been paid.', { id: text('Its number.') }),
  defined('customers_find', 'Finds customers by name or e-mail address.', { email: text('The e-mail address.') }),
  defined('customer_archive', 'Archives a customer without orders.'),
  defined('SendMail', 'Sends a message.', { recipient: text('Who gets it.'), subject: text('One line.') }),
  defined('mail_search', 'Searches the mailbox.', { since: text('The first date.'), text: text('Words of the mail.') }),
  defined('calendar_list_events', 'Lists meetings of a week.', { week: text('The week.') }),
  defined('calendar_book_room', 'Reserves a meeting room.', { room: text('The room.'), at: text('The time.') }),
  defined('GitHub_openIssue', 'Reports a problem to the developers.', { title: text('One line.') }),
  defined('weather_now', 'Reads the temperature and the wind.', { city: text('The city.') }),
  defined('weather_forecast', 'Predicts the weather.', { city: text('The city.'), date: text('The day.') }),
  defined('travel_search_flights', 'Searches flights between two airports.', {
    from: text('The airport.'),
    cabin: { type: 'string', enum: ['economy', 'business', 'first'] },
  }),
  defined('travel_search_hotels', 'Searches hotels.', { location: text('The place.') }),
  defined('show_help', 'Explains the commands.'),
  defined('rechnung_drucken', 'Druckt eine Rechnung für den Kunden.', { format: text('Das Papierformat.') }),
  defined('chercher_reservation', 'Cherche une réservation par numéro.'),
  defined('工单_查询', '查询客户的工单和状态。', { 客户: text('客户名称。') }),
  defined('заказ_найти', 'Находит заказ по номеру.'),
  defined('stock_level', 'Counts the items in a warehouse.', {
    filter: { type: 'object', properties: { barcode: text('The EAN of the article.') } },
  }),
];

/** Requests, and the tool that each one needs among the first five. */
export const OWN_REQUESTS: readonly (readonly [string, string])[] = [
  ['invoice', 'list_invoices'],
  ['Please show me all invoices of the customer 4711', 'list_invoices'],
  ['write an invoice over $300', 'createInvoice'],
  ['I want to cancel invoice 12', 'invoice_cancel'],
  ['canceling an invioce', 'invoice_cancel'],
  ['who has the address ada@example.com?', 'customers_find'],
  ['archiving old customers', 'customer_archive'],
  ['send mail', 'SendMail'],
  ['Could you let Bob know that I am late? Send him a message.', 'SendMail'],
  ['look for mails of yesterday', 'mail_search'],
  ['what meetings do I have this week', 'calendar_list_events'],
  ['reserve a room at 14:30', 'calendar_book_room'],
  ['github issue', 'GitHub_openIssue'],
  ['How warm is it in Paris? I need the temperature.', 'weather_now'],
  ['weather in Oslo tomorrow', 'weather_forecast'],
  ['flight to Rome, business class', 'travel_search_flights'],
  ['find a hotel near Lisbon', 'travel_search_hotels'],
  ['help', 'show_help'],
  ['Bitte die Rechnungen drucken', 'rechnung_drucken'],
  ['chercher une reservation', 'chercher_reservation'],
  ['请查询客户的工单', '工单_查询'],
  ['найти заказы', 'заказ_найти'],
  ['EAN barcodes', 'stock_level'],
  ['how many items are in the warehouse', 'stock_level'],
];
