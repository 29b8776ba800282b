import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { IconRefresh, IconSearch } from '../../ui/icons/icons.ts';
import { iconSize } from './iconSize.ts';
import { paletteStore, selectFirstFound } from './palette.ts';
import { useFoundActions } from './useFoundActions.tsx';
import { usePaletteActions } from './usePaletteActions.tsx';

function Actions({ actions }: { actions: readonly SpotlightActionData[] }) {
  return actions.map(({ id, group: _, ...action }) => <Spotlight.Action key={id} highlightQuery {...action} />);
}

function Found({ label, actions }: { label: string; actions: readonly SpotlightActionData[] }) {
  if (actions.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      <Actions actions={actions} />
    </Spotlight.ActionsGroup>
  );
}

/** @returns whether the text is the name of what the action leads to, and not only a part of it. */
function isExact({ label = '' }: SpotlightActionData, text: string): boolean {
  return label.toLowerCase() === text.trim().toLowerCase();
}

/** ⌘K: goes anywhere, finds runs, tests and people, and runs the few actions available everywhere; exact names come first. */
export function CommandPalette() {
  const [text, setText] = useState('');
  const places = usePaletteActions(text);
  const found = useFoundActions(text);
  const { searching, failed, retry } = found;
  const others = (all: readonly SpotlightActionData[]) => all.filter((action) => !isExact(action, text));
  const exact = [...places, ...found.runs, ...found.tests].filter((action) => isExact(action, text));
  const [actions, runs, tests] = [[...exact, ...others(places)], others(found.runs), others(found.tests)];
  const shown = [...actions, ...runs, ...tests].map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows need another selection
  useEffect(() => {
    if (text !== '') selectFirstFound();
  }, [text, shown, failed]);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={text}
      onQueryChange={setText}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      scrollable
      maxHeight={420}
      shortcut={null}
    >
      <Spotlight.Search
        leftSection={<IconSearch {...iconSize} />}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
      />
      <Spotlight.ActionsList>
        <Actions actions={actions} />
        <Found label="Test Runs" actions={runs} />
        <Found label="Tests" actions={tests} />
        {failed && (
          <Spotlight.Action
            label="Test runs and tests could not be searched"
            description="Try again"
            leftSection={<IconRefresh {...iconSize} />}
            closeSpotlightOnTrigger={false}
            onClick={retry}
          />
        )}
      </Spotlight.ActionsList>
      {searching && <Spotlight.Footer role="status">Searching test runs and tests…</Spotlight.Footer>}
      {shown === '' && !searching && !failed && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
    </Spotlight.Root>
  );
}
