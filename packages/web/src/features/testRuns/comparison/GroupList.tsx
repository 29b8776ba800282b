import type { ComparedTest, ProblemId, TestRunView } from '@assay/contract';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useListComparedTestsQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { ListFoot } from '../../../ui/paging/ListFoot.tsx';
import { useListPaging } from '../../../ui/paging/useListPaging.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { ComparedRow } from './ComparedRow.tsx';
import styles from './comparison.module.css';
import type { Asked } from './comparisonReads.ts';
import type { ListedGroup } from './comparisonUrl.ts';
import { DurationRow, DurationScale, longestOf } from './DurationRow.tsx';
import { groupNames } from './groups.ts';

/** Tests read at once; the list reads on where somebody scrolls to. */
const readAtOnce = 100;

type ListProps = {
  group: ListedGroup;
  /** Its tests, of which one row may stand for many. */
  count: number;
  /** Only newly failing tests with this problem; '': all, with one row for each error. */
  problemId: string;
  first: TestRunView;
  second: TestRunView;
  asked: Asked;
  /** From 1, where the list has pages. */
  page: number;
  onPage: (page: number) => void;
  onShow: (problemId: string) => void;
  onClose: () => void;
};

type Listed = Pick<ListProps, 'asked' | 'group' | 'problemId'>;

function pageOf({ asked, group, problemId }: Listed, offset: number, limit = readAtOnce) {
  const of = problemId === '' ? ({ folded: 'true' } as const) : { problemId: problemId as ProblemId };
  return { query: { ...asked, group, ...of, offset, limit } };
}

/** Every test of a group: pages, or an endless list that renders and reads only what is in view. */
export function GroupList(props: ListProps) {
  const { group, count, problemId, first, second, onShow, onClose } = props;
  const query = useListComparedTestsQuery(pageOf(props, 0));
  return (
    <section className={styles.only} aria-label={groupNames[group]}>
      <div className={styles.onlyHead}>
        <span className={styles.sectionName} data-group={group}>
          {groupNames[group]}
        </span>
        <span className="soft tabular">{formatCount(problemId === '' ? count : (query.currentData?.total ?? 0))}</span>
        {problemId !== '' && <span className="soft">with one error</span>}
        <UnstyledButton className={`link ${styles.note}`} onClick={problemId === '' ? onClose : () => onShow('')}>
          {problemId === '' ? 'Show all groups' : 'Show all newly failing'}
        </UnstyledButton>
      </div>
      <Loaded query={query} failed="These tests could not be loaded">
        {({ tests, total }) => {
          const longest = longestOf(tests);
          const isPaced = group === 'slower' || group === 'faster';
          return (
            <>
              {isPaced && <DurationScale first={first} second={second} longest={longest} />}
              <Rows {...props} total={total} longest={isPaced ? longest : null} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type RowsProps = ListProps & { total: number; longest: number | null };

function Rows(props: RowsProps) {
  const { page, total, onPage } = props;
  const paging = useListPaging(total);
  const { size } = paging;
  const shown = size === null ? total : Math.max(0, Math.min(size, total - (page - 1) * size));
  return (
    <>
      {size === null ? <VirtualRows {...props} /> : <PageOfRows {...props} size={size} />}
      <ListFoot paging={paging} page={page} shown={shown} total={total} onPage={onPage} />
    </>
  );
}

function PageOfRows({ size, longest, ...props }: RowsProps & { size: number }) {
  const { page, total, first, second, onPage, onShow } = props;
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const from = (page - 1) * size;
  const query = useListComparedTestsQuery(pageOf(props, from, size), { skip: from >= total });
  if (from >= total) return <PastLastPage size={size} total={total} onPage={onPage} />;
  return (
    <div className={styles.scroller} key={page}>
      <Loaded
        query={query}
        failed="These tests could not be loaded"
        skeleton={<Skeleton height={32 * Math.min(size, total - from)} radius={0} />}
      >
        {({ tests }) => (
          <ul className={styles.rows} ref={list} aria-label="Tests">
            {tests.map((test) => (
              <li key={test.testId}>
                <ListedTest test={test} longest={longest} first={first} second={second} onShow={onShow} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function VirtualRows({ total, longest, ...props }: RowsProps) {
  const scroller = useRef<HTMLUListElement>(null);
  useRowKeys(scroller);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (longest === null ? 44 : 32),
    overscan: 12,
    initialRect: { width: 800, height: 600 },
  });
  return (
    <ul className={styles.scroller} ref={scroller} aria-label="Tests">
      <li className={styles.inner} style={{ height: virtual.getTotalSize() }} role="presentation">
        <ul className={styles.rows}>
          {virtual.getVirtualItems().map((item) => (
            <li
              key={item.key}
              data-index={item.index}
              ref={virtual.measureElement}
              className={styles.slot}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={total}
              aria-posinset={item.index + 1}
            >
              <VirtualRow {...props} index={item.index} longest={longest} />
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}

function VirtualRow({ index, longest, ...props }: ListProps & { index: number; longest: number | null }) {
  const place = index % readAtOnce;
  const { test } = useListComparedTestsQuery(pageOf(props, index - place), {
    selectFromResult: ({ data }): { test: ComparedTest | undefined } => ({ test: data?.tests[place] }),
  });
  if (!test) return <Skeleton height={30} radius={0} />;
  const { first, second, onShow } = props;
  return <ListedTest test={test} longest={longest} first={first} second={second} onShow={onShow} />;
}

type ListedTestProps = Pick<RowsProps, 'longest' | 'first' | 'second' | 'onShow'> & { test: ComparedTest };

function ListedTest({ test, longest, first, second, onShow }: ListedTestProps) {
  return longest === null ? (
    <ComparedRow test={test} first={first} second={second} onProblem={onShow} />
  ) : (
    <DurationRow test={test} first={first} second={second} longest={longest} />
  );
}
