// Keyboard focus that goes back to where it was when a dialog or a panel closes.

/** To where the focus was before, if it is still there; else to the map. */
export function giveBack(before: Element | null): void {
  const now = document.activeElement;
  if (now && now !== document.body && now.isConnected) return;
  const to =
    before instanceof HTMLElement && before !== document.body && seen(before) ? before : document.querySelector<HTMLElement>('.board');
  to?.focus({ preventScroll: true });
}

/** Whether an element can be seen and reached. */
export function seen(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.closest('[inert]');
}
