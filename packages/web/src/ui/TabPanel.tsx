import { Tabs, type TabsPanelProps, useTabsContext } from '@mantine/core';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Boundary } from './boundary/Boundary.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';

type Props = TabsPanelProps & {
  /** The title of the tab. */
  title: string;
  skeleton?: ReactNode;
};

/** The content of a tab: a skeleton while its code loads, and an error of its own. */
export function TabPanel({ title, skeleton = <RowsSkeleton />, children, ...panel }: Props) {
  return (
    <Tabs.Panel {...panel}>
      <ScrollToTab value={panel.value} />
      <Boundary what={title}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </Boundary>
    </Tabs.Panel>
  );
}

/** Scrolls the list of tabs to the open one: an address may open a tab that is out of sight on a phone. */
function ScrollToTab({ value }: { value: string }) {
  const { getTabId } = useTabsContext();
  const id = getTabId(value);
  useEffect(() => {
    const tab = document.getElementById(id);
    const list = tab?.parentElement;
    if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [id]);
  return null;
}
