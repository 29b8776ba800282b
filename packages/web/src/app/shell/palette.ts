import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** Selects the first row where typing selected none: what is found comes later. */
export function selectFirstFound(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
