/** The connection to a host was refused because of its address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(readonly host: string) {
    super(`This address is not allowed: ${host}`);
  }
}
