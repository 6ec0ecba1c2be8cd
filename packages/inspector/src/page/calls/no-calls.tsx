/** What to do before the first call. */
export function NoCalls() {
  return (
    <p class="empty">
      No calls yet. <a href="#/tools">Choose a tool</a> and call it, or let your application run: its calls appear here
      while they happen.
    </p>
  );
}
