import { isFinished, limits, messages, parseTestKey, type TestId, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay, useMayRun } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Boundary } from '../../../ui/boundary/Boundary.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { ListFoot } from '../../../ui/paging/ListFoot.tsx';
import { useListPaging } from '../../../ui/paging/useListPaging.ts';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useCauseNamed } from '../analysis/causeTests.ts';
import { useRunListPath } from '../list/runListPlace.ts';
import { useMoment } from '../replay/moment.ts';
import { useRunResults } from '../replay/useRunParts.ts';
import { ReviewSelected } from '../reviews/ReviewSelected.tsx';
import { useRunActions } from '../status/useRunActions.tsx';
import { TestPanel } from '../test/TestPanel.tsx';
import { ReportCause } from '../trackedIssues/ReportCause.tsx';
import { ReportSelected } from '../trackedIssues/ReportSelected.tsx';
import { CausePicker } from './CausePicker.tsx';
import styles from './ResultsTab.module.css';
import { nextTest, ResultTree } from './ResultTree.tsx';
import {
  buildTree,
  countsByStatus,
  countTests,
  filterTree,
  firstFailureOf,
  flattenTree,
  hasOnlyQuarantined,
  passedFiles,
} from './resultTree.ts';
import { keyOfRow, rowOf } from './runResults.ts';
import { TreeToolbar } from './TreeToolbar.tsx';
import { useFollowedPage } from './useFollowedPage.ts';
import { useHeldOrder } from './useHeldOrder.ts';
import { useLatestChoice } from './useLatestChoice.ts';
import { usePagedTree } from './usePagedTree.ts';
import { useTreeFilters } from './useTreeFilters.ts';

const noFiles: ReadonlySet<string> = new Set();

/** The tests of the run: the tree on the left, the chosen test on the right; on a phone a test has its own page. */
export function ResultsTab({ run }: { run: TestRunView }) {
  const { data: results, error, refetch } = useRunResults(run);
  const { filters, setFilters, chosen: asked, setChosen } = useTreeFilters();
  const moment = useMoment();
  const list = useRunListPath();
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [isAtTop, setIsAtTop] = useState(true);
  const [wasLive] = useState(!isFinished(run.status));
  const search = useRef<HTMLInputElement>(null);
  const narrow = useMediaQuery('(max-width: 900px)');
  const navigate = useNavigate();
  const path = useAccountPath();
  const { rerun } = useRunActions();
  const rerunnable = useMayRun() && isFinished(run.status) && run.upload === null;
  const reviewable = useMay('review.write') && run.status !== 'CANCELED';
  const selectable = moment === null && (rerunnable || reviewable);

  const { ignoreQuarantine } = run;
  const { testTimeoutSeconds } = run.timeouts;
  // Building the tree of a large run takes longer than a frame, so typing and scrolling go first.
  const deferredResults = useDeferredValue(results);
  const sorted = useMemo(
    () => (deferredResults ? buildTree(deferredResults, { ignoreQuarantine, testTimeoutSeconds }) : []),
    [deferredResults, ignoreQuarantine, testTimeoutSeconds],
  );
  const isPart = deferredResults?.isPart === true;
  const [isPointed, setIsPointed] = useState(false);
  const isAmongRows = checked.size > 0 || !isAtTop || filters.page > 1;
  const isHeld = wasLive ? isAmongRows || asked !== null : isAmongRows && run.testCount >= limits.largeRun;
  const { tree, sortAgain } = useHeldOrder(sorted, isHeld && moment === null);
  // Where nothing else is, hidden tests would leave the list empty.
  const isQuarantinedOnly = useMemo(() => hasOnlyQuarantined(tree), [tree]);
  const shownFilters = useMemo(
    () => (isQuarantinedOnly ? { ...filters, showQuarantined: true } : filters),
    [filters, isQuarantinedOnly],
  );
  const deferredFilters = useDeferredValue(shownFilters);
  const cause = useCauseNamed(run, filters.rootCauseId);
  const shown = useMemo(() => filterTree(tree, deferredFilters, cause), [tree, deferredFilters, cause]);
  const shownCount = useMemo(() => countTests(shown), [shown]);
  const paging = useListPaging(shownCount);
  const { size } = paging;
  const { page } = deferredFilters;
  const paged = usePagedTree(tree, shown, { page, size, isHeld: wasLive && isPointed, filters: deferredFilters });
  const isFiltered = filters.search !== '' || filters.statuses.length > 0 || filters.rootCauseId !== '';
  const fileOfAsked = asked === null ? undefined : deferredResults && rowOf(deferredResults, asked)?.file;
  const folded = useMemo(() => {
    if (isFiltered || isPart || !isFinished(run.status)) return noFiles;
    const files = new Set(passedFiles(tree));
    if (fileOfAsked !== undefined) files.delete(fileOfAsked);
    return files;
  }, [isFiltered, isPart, run.status, tree, fileOfAsked]);
  const collapsed = picked ?? folded;
  const setCollapsed = useCallback(
    (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => setPicked((before) => change(before ?? folded)),
    [folded],
  );
  const walked = useMemo(() => flattenTree(shown, collapsed), [shown, collapsed]);
  const rows = useMemo(
    () => (paged === shown ? walked : flattenTree(paged, collapsed)),
    [paged, shown, walked, collapsed],
  );
  const { showQuarantined } = shownFilters;
  const counts = useMemo(() => countsByStatus(tree, { showQuarantined }), [tree, showQuarantined]);
  const marksNew = useMemo(() => tree.some((node) => node.tests.some((test) => test.recent.length > 0)), [tree]);
  const quarantined = useMemo(
    () => tree.reduce((sum, { tests }) => tests.reduce((count, test) => count + Number(test.quarantined), sum), 0),
    [tree],
  );

  // People open a failed run to see its first failure, whatever they filter later.
  const firstFailed = useMemo(() => firstFailureOf(tree), [tree]);
  const unasked = isFinished(run.status) && !isPart ? firstFailed : null;
  const chosen = asked ?? unasked;
  const { latest, choose: setLatest } = useLatestChoice(chosen, unasked, setChosen);

  const onPage = useCallback((to: number) => setFilters({ page: to }), [setFilters]);
  useFollowedPage({ asked, shown, size, page: filters.page, onPage });

  const open = useCallback(
    (testKey: string) => void navigate(path(`test-runs/${run.id}/tests/${testKey}`)),
    [navigate, path, run.id],
  );
  const choose = useCallback(
    (testKey: string) => (narrow ? open(testKey) : setLatest(testKey)),
    [narrow, open, setLatest],
  );
  const toggle = useCallback((file: string) => setCollapsed((before) => flipped(before, file)), [setCollapsed]);
  const expand = useCallback(
    (file: string, expanded: boolean) =>
      setCollapsed((before) => (before.has(file) === expanded ? flipped(before, file) : before)),
    [setCollapsed],
  );
  const check = useCallback((testKey: string) => setChecked((before) => flipped(before, testKey)), []);

  const step = (by: number, onlyFailed = false) => {
    const next = nextTest(walked, latest.current, by, ({ test }) => !onlyFailed || test.status === 'FAIL');
    if (next) setLatest(next);
    else if (onlyFailed) setLatest(nextTest(walked, null, by, ({ test }) => test.status === 'FAIL') ?? chosen);
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  useShortcut('f', () => step(1, true));
  useShortcut('n', () => step(1, true));
  useShortcut('p', () => step(-1, true));
  useShortcut('/', () => search.current?.focus());
  useShortcut('Enter', () => latest.current !== null && open(latest.current));
  useShortcut('Escape', () => (asked === null ? void navigate(moment?.leaveTo ?? list) : setLatest(null)));

  const checkedTests = [...checked].flatMap((key) => (deferredResults && rowOf(deferredResults, key)) ?? []);

  if (!results && error) {
    return <ErrorState title={messages.errorLoadingTests} error={error} onRetry={() => void refetch()} />;
  }

  return (
    <div className={styles.split} data-chosen={chosen !== null && !narrow}>
      <div className={styles.left}>
        <Boundary what="The list of tests">
          <TreeToolbar
            searchField={search}
            filters={shownFilters}
            onChange={setFilters}
            counts={isPart ? null : counts}
            shown={shownCount}
            total={isPart ? run.testCount : (deferredResults?.rows.length ?? 0)}
            isPart={isPart}
            quarantined={quarantined}
            isQuarantinedOnly={isQuarantinedOnly}
            allCollapsed={collapsed.size > 0 && collapsed.size >= shown.length}
            onCollapseAll={() => setPicked(new Set(tree.map((node) => node.file)))}
            onExpandAll={() => setPicked(noFiles)}
            onSortAgain={sortAgain}
            checked={checked.size}
            onCheckShown={
              selectable && !isPart
                ? () => setChecked(new Set(shown.flatMap(({ tests }) => tests.map(keyOfRow))))
                : undefined
            }
            onClearChecked={() => setChecked(new Set())}
          >
            {reviewable && (
              <ReviewSelected testRunId={run.id} tests={checkedTests} onDone={() => setChecked(new Set())} />
            )}
            <ReportSelected run={run} tests={checkedTests} />
            {rerunnable && (
              <Button size="compact-xs" onClick={() => void rerun(run, { testIds: testsOf(checked) })}>
                Rerun selected
              </Button>
            )}
          </TreeToolbar>
          {moment === null && (
            <CausePicker run={run} picked={filters.rootCauseId} onPick={(rootCauseId) => setFilters({ rootCauseId })}>
              <ReportCause run={run} />
            </CausePicker>
          )}
          {(!deferredResults || (isPart && rows.length === 0)) && <RowsSkeleton rows={12} height={32} />}
          {deferredResults && rows.length > 0 && (
            <ResultTree
              rows={rows}
              walked={walked}
              page={page}
              chosen={chosen}
              latest={latest}
              checked={checked}
              testTimeoutSeconds={testTimeoutSeconds}
              selectable={selectable}
              marksNew={marksNew}
              onChoose={choose}
              onOpen={open}
              fileOfChosen={(chosen !== null && rowOf(deferredResults, chosen)?.file) || null}
              onToggle={toggle}
              onExpand={expand}
              onCheck={check}
              onAtTop={setIsAtTop}
              onPointed={setIsPointed}
            />
          )}
          {deferredResults && !isPart && rows.length === 0 && size !== null && (
            <PastLastPage size={size} total={shownCount} onPage={onPage} />
          )}
          {deferredResults && !isPart && walked.length === 0 && <NoTests run={run} filtered={tree.length > 0} />}
          <ListFoot
            paging={paging}
            page={page}
            shown={countTests(paged)}
            total={shownCount}
            isLeast={isPart}
            onPage={onPage}
          />
        </Boundary>
      </div>
      {!narrow && (
        <div className={styles.right}>
          {chosen === null ? (
            <p className={styles.hint}>Choose a test to see what happened in it.</p>
          ) : (
            <Boundary key={chosen} what="The test">
              <TestPanel run={run} testKey={chosen} />
            </Boundary>
          )}
        </div>
      )}
    </div>
  );
}

/** @returns the tests, each once, however many of their copies are checked. */
function testsOf(keys: ReadonlySet<string>): TestId[] {
  return [...new Set([...keys].map((key) => parseTestKey(key).testId))];
}

function NoTests({ run, filtered }: { run: TestRunView; filtered: boolean }) {
  if (filtered) return <EmptyState title="No Items Found" why="No test of this run matches the filters." />;
  return isFinished(run.status) ? (
    <EmptyState title="No tests" why="This run ended before its tests were listed." />
  ) : (
    <EmptyState
      title="No tests yet"
      why={run.status === 'RUNNING' ? 'They show up as they run.' : 'They are listed once the run is set up.'}
    />
  );
}

function flipped(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
