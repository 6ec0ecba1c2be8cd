/** A service that the container injects into the toolsets. */
export class Ledger {
  calls = 0;

  note(callId: string): void {
    if (callId !== '') this.calls++;
  }
}
