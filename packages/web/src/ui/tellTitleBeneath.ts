import type { MouseEvent } from 'react';

/**
 * For a link that lies over its whole row, on each move of the mouse: what is cut off beneath the pointer tells itself whole
 * on hover, as it does where no link is above it.
 */
export function tellTitleBeneath({ target, currentTarget: link, clientX, clientY }: MouseEvent<HTMLElement>): void {
  const row = link.closest('li');
  // What lies above the link tells itself.
  const beneath = target === link ? document.elementsFromPoint(clientX, clientY) : [];
  const titled = beneath.find((element) => element !== link && element.hasAttribute('title') && row?.contains(element));
  if (titled) link.title = titled.getAttribute('title') ?? '';
  else link.removeAttribute('title');
}
