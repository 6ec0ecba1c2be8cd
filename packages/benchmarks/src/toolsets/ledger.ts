/** A service that the toolsets are given by the container. */
export class Ledger {
  calls = 0;

  note(callId: string): void {
    if (callId !== '') this.calls++;
  }
}
