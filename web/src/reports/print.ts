// Printing one thing of the page, and nothing else of it.

/** Print a copy of a node; while it is printed it is all that the page shows on paper (styles/base.css). */
export function printOnly(node: HTMLElement): void {
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  sheet.append(node.cloneNode(true));
  document.body.append(sheet);
  window.addEventListener('afterprint', () => sheet.remove(), { once: true });
  window.print();
}
