import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** Selects the first row where typing has selected none: what the service finds comes later. */
export function selectFirstFound(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const first = list?.querySelector('[data-action]');
  if (!list || !first || list.querySelector('[data-selected]')) return;
  first.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
