import { type InsightView, insightTypeLabels } from '@assay/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useMarkInsightMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useInsights } from '../../connection/useInsights.ts';
import { AsOfLine } from '../../ui/asOf/AsOfLine.tsx';
import { AsOfPill } from '../../ui/asOf/AsOfPill.tsx';
import { momentInUrl } from '../../ui/asOf/moment.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import { switchedOn } from '../../ui/urlFilters.ts';
import { NowContext } from '../../ui/useNow.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { InsightContent } from './InsightContent.tsx';
import styles from './insights.module.css';

const parts = { showsAll: switchedOn('show', 'all') };
const moment = { at: momentInUrl };

/**
 * What facts of the last weeks show, unread ones first, which everybody marks for themselves; or what they showed at a
 * moment of the past.
 */
export function InsightsScreen() {
  const path = useAccountPath();
  const {
    filters: { at },
    setFilters: setMoment,
  } = useUrlFilters(moment);
  const isPast = at !== '';
  const onMoment = (next: string) => setMoment({ at: next });
  const query = useInsights(at);
  const { filters, setFilters } = useUrlFilters(parts, { replace: true });
  const shownOf = (insights: readonly InsightView[]) =>
    insights.filter(({ read }) => isPast || filters.showsAll || !read);
  return (
    <>
      <ScreenHead
        title="Insights"
        documentTitle="Insights"
        back={{ to: path('dashboard'), label: 'Dashboard' }}
        actions={
          <>
            <AsOfPill at={at} onChange={onMoment} />
            {!isPast && (
              <SegmentedControl
                aria-label="Which insights"
                size="xs"
                data={[
                  { value: 'unread', label: 'Unread' },
                  { value: 'all', label: 'All' },
                ]}
                value={filters.showsAll ? 'all' : 'unread'}
                onChange={(shown) => setFilters({ showsAll: shown === 'all' })}
              />
            )}
          </>
        }
      />
      {isPast && (
        <AsOfLine at={at} onChange={onMoment}>
          Of the 30 days before, read or not. Names and quarantine are those of today.
        </AsOfLine>
      )}
      <Loaded
        query={query}
        failed="Insights could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={72} />}
        isEmpty={(insights) => shownOf(insights).length === 0}
        empty={
          <EmptyState
            title="No Insights Available At This Time"
            why="New flaky, recovering and slower tests, idle quarantines and slow starts of the last weeks are told here."
          />
        }
        framed
      >
        {(insights) => (
          <NowContext value={isPast ? Date.parse(at) : null}>
            <ul className={list.list} aria-label="Insights">
              {shownOf(insights).map((insight) => (
                <Insight key={insight.id} insight={insight} isPast={isPast} />
              ))}
            </ul>
          </NowContext>
        )}
      </Loaded>
    </>
  );
}

function Insight({
  insight: { id, title, content, type, createdAt, read },
  isPast,
}: {
  insight: InsightView;
  isPast: boolean;
}) {
  const [mark, { isLoading }] = useMarkInsightMutation();
  async function send(change: { read: boolean; useful?: boolean }): Promise<void> {
    const { error } = await mark({ body: { insightId: id, ...change } });
    if (error) showFailure(error);
  }
  return (
    <li className={styles.insight} data-read={read && !isPast} aria-label={title}>
      <div className={styles.text}>
        <p className={styles.about}>
          {insightTypeLabels[type]} · since <RelativeTime time={createdAt} />
        </p>
        <h2 className={styles.title}>{title}</h2>
        <InsightContent html={content} />
      </div>
      {!isPast && (
        <div className={styles.actions}>
          <Button size="xs" variant="default" disabled={isLoading} onClick={() => void send({ read: !read })}>
            {read ? 'Mark as unread' : 'Mark as read'}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            disabled={isLoading}
            onClick={() => void send({ read: true, useful: false })}
          >
            Not useful
          </Button>
        </div>
      )}
    </li>
  );
}
