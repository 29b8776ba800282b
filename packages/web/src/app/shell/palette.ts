import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** Selects the first row unless the arrow keys have selected another: what the service finds comes later. */
export function selectFirstFound(): void {
  const { listId, selected } = paletteStore.getState();
  const list = document.getElementById(listId);
  const first = list?.querySelector('[data-action]');
  const before = list?.querySelector('[data-selected]');
  if (!list || !first || (before && selected > 0)) return;
  before?.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
