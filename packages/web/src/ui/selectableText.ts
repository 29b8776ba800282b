import type { MouseEvent } from 'react';

/** Whether a selection ends in an element. */
function hasSelectedText(element: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.focusNode);
}

/**
 * For a click on text that lies above the link of its row (`li`): it opens the link as a click on the link itself would, with
 * Ctrl, Meta or the middle button in another tab. A click that ends a selection in the row opens nothing.
 */
export function openUnlessSelected(event: MouseEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('li');
  if (!row || event.button > 1 || hasSelectedText(row)) return;
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const click = { bubbles: true, cancelable: true, ctrlKey: ctrlKey || button === 1, metaKey, shiftKey };
  row.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', click));
}

/** For a click on the link of a row (`li`): one that ends a selection in the row opens nothing; the keyboard always opens it. */
export function stayIfSelected(event: MouseEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('li');
  // A click by the keyboard has no count, nor has that of `openUnlessSelected`.
  if (row && event.detail > 0 && hasSelectedText(row)) event.preventDefault();
}
