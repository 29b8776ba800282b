import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { filtersFromUrl, filtersToUrl } from '../../ui/urlFilters.ts';
import { addressSearch } from '../../ui/useAddressSearch.ts';
import styles from './analytics.module.css';
import { analyticsTabs } from './analyticsTabs.ts';
import { statsFilters } from './statsFilters.ts';

/** @returns the path of a tab, with the filters that all tabs share, as the address has them when it is asked for */
export function useTabPath(): (id: string) => string {
  const path = useAccountPath();
  return (id) => {
    const query = filtersToUrl(statsFilters, filtersFromUrl(statsFilters, addressSearch())).toString();
    return path(`dashboard/analytics/${id}${query && `?${query}`}`);
  };
}

type Props = {
  /** Id of the tab that is shown. */
  tab: string;
  documentTitle: string;
  actions?: ReactNode;
  /** Whether what is shown takes the height of the window and scrolls within. */
  fills?: boolean;
  children: ReactNode;
};

/** The head and the tabs of analytics, around what a tab shows. */
export function AnalyticsFrame({ tab, documentTitle, actions, fills = false, children }: Props) {
  const path = useAccountPath();
  const pathOf = useTabPath();
  const navigate = useNavigate();
  const { state } = useLocation();
  const title = analyticsTabs.find(({ id }) => id === tab)?.title ?? documentTitle;
  const isChosenNow = useNavigationType() === 'PUSH' && state?.chosenTab === tab;
  const chosen = useRef<HTMLButtonElement>(null);
  // The comparison has a frame of its own: whoever came by keys goes on from its tab.
  useEffect(() => {
    if (isChosenNow) chosen.current?.focus();
  }, [isChosenNow]);
  return (
    <Tabs
      className={styles.frame}
      data-fills={fills}
      value={tab}
      keepMounted={false}
      onChange={(next) => next && void navigate(pathOf(next), { state: { chosenTab: next } })}
    >
      <ScreenHead
        title="Analytics"
        documentTitle={documentTitle}
        back={{ to: path('dashboard'), label: 'Dashboard' }}
        actions={actions}
      />
      <Tabs.List className={styles.tabs}>
        {analyticsTabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id} ref={id === tab ? chosen : null}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <TabPanel value={tab} title={title} skeleton={<RowsSkeleton rows={6} height={60} />}>
        {children}
      </TabPanel>
    </Tabs>
  );
}
