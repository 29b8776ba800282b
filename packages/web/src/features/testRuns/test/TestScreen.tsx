import {
  parseTestKey,
  type TestResultView,
  type TestRunId,
  type TestRunView,
  testKeyOf,
  testRunTestIdOf,
} from '@assay/contract';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { ToRunList } from '../list/ToRunList.tsx';
import { isSlower, usualDuration } from '../status/changedSince.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { wasSkipped } from '../status/wasSkipped.ts';
import { IssueDialogs } from '../trackedIssues/IssueDialogs.tsx';
import { FailingSince } from './FailingSince.tsx';
import { FailureStepper } from './FailureStepper.tsx';
import { pathOfTest, placeOfTest } from './pathOfTest.ts';
import { RerunTest } from './RerunTest.tsx';
import { RunnerLink } from './RunnerLink.tsx';
import { TestHistoryLanes } from './TestHistoryLanes.tsx';
import { TestRail } from './TestRail.tsx';
import styles from './TestScreen.module.css';
import { TestTabs } from './TestTabs.tsx';
import { TestTags } from './TestTags.tsx';
import { useShownTest } from './useShownTest.ts';

type Props = { test: TestResultView; run: TestRunView };

/** A test of a run at full width, with its own address. */
export function TestScreen() {
  const { testRunId = '', testKey = '' } = useParams();
  const query = useGetTestRunQuery({ params: { id: testRunId } });
  const path = useAccountPath();
  const navigate = useNavigate();
  const { testId, copy } = parseTestKey(testKey);
  const asked = {
    testRunId: testRunId as TestRunId,
    testRunTestIds: [testRunTestIdOf(testRunId as TestRunId, testId, copy)],
  };
  useShortcut('Escape', () => void navigate(path(`test-runs/${testRunId}?test=${testKey}`)));
  return (
    <Loaded
      query={query}
      failed="The test run could not be loaded"
      notFound="This test run does not exist"
      wayOut={<ToRunList />}
      head={<ScreenHead title="Test" documentTitle="Test" />}
      skeleton={<RowsSkeleton rows={5} />}
    >
      {(run) => (
        <IssueDialogs run={run} asked={asked}>
          <TestOfRun run={run} testKey={testKey} />
        </IssueDialogs>
      )}
    </Loaded>
  );
}

function TestOfRun({ run, testKey }: { run: TestRunView; testKey: string }) {
  const query = useShownTest(run, testKey);
  const back = useBack(run, testKey);
  return (
    <Loaded
      query={query}
      failed="The test could not be loaded"
      notFound="This test is not in the run"
      head={<ScreenHead title="Test" documentTitle={`Test in ${nameOfRun(run)}`} back={back} />}
      skeleton={<RowsSkeleton rows={5} />}
    >
      {(test) => <LoadedTest test={test} run={run} />}
    </Loaded>
  );
}

const nameOfRun = ({ project, number }: TestRunView) => `${project.name} #${number}`;

/** The run, with the test chosen in its tree. */
function useBack(run: TestRunView, testKey: string) {
  const path = useAccountPath();
  return { to: path(`test-runs/${run.id}?test=${testKey}`), label: nameOfRun(run) };
}

function LoadedTest({ test, run }: Props) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const { tab = 'console' } = useParams();
  const [search] = useSearchParams();
  const testKey = testKeyOf(test.testId, test.copy);
  const back = useBack(run, testKey);
  const onTab = (next: string) =>
    void navigate({ pathname: path(pathOfTest(test, next)), search: search.toString() }, { replace: true });
  return (
    <div className={styles.screen}>
      <ScreenHead
        back={back}
        documentTitle={`${test.name} · ${nameOfRun(run)}`}
        title={
          <>
            <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} size={16} />
            <span className={styles.name} dir="auto">
              {test.name}
            </span>
          </>
        }
        actions={
          <>
            <FailureStepper run={run} testKey={testKey} tab={tab} />
            <RerunTest test={test} run={run} />
          </>
        }
      />
      <TestFacts test={test} run={run} />
      <article className={styles.card} aria-label={test.name}>
        <h2 className="visuallyHidden">Result</h2>
        <div className={styles.main}>
          <div className={styles.past}>
            <FailingSince test={test} />
            <TestHistoryLanes test={test} run={run} />
          </div>
          <TestTabs test={test} run={run} asked={tab} onTab={onTab} isNarrow={false} />
        </div>
        <aside className={styles.rail} aria-label="Decisions">
          <TestRail test={test} run={run} tab={tab} />
        </aside>
      </article>
    </div>
  );
}

function TestFacts({ test, run }: Props) {
  return (
    <ul className={styles.facts} aria-label="About this test">
      <li>
        <strong>{wordOfTest(test)}</strong>
      </li>
      <li className={styles.where}>
        <FilePath path={placeOfTest(test)} />
      </li>
      <li>
        {run.environmentName}
        {run.pipelineStageName && ` · ${run.pipelineStageName}`}
      </li>
      <li className={styles.branch}>
        <CutInMiddle text={run.branch} />
      </li>
      {test.testRunnerId !== null && (
        <li>
          <RunnerLink test={test} />
        </li>
      )}
      {test.duration !== null && !wasSkipped(test) && (
        <li className="tabular">
          {formatDuration(test.duration)} <Slower test={test} took={test.duration} />
        </li>
      )}
      <li className={styles.tags}>
        <TestTags test={test} run={run} />
      </li>
    </ul>
  );
}

/** By how much it took longer than usual, where that is worth a word. */
function Slower({ test, took }: { test: TestResultView; took: number }) {
  const usual = usualDuration(test);
  if (usual === null || usual === 0 || !isSlower(took, usual)) return null;
  return (
    <span className={styles.slower} title={`Usually ${formatDuration(usual)}`}>
      +{Math.round((took / usual - 1) * 100)}%
    </span>
  );
}
