import { Tabs, type TabsPanelProps } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
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
      <Boundary what={title}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </Boundary>
    </Tabs.Panel>
  );
}
