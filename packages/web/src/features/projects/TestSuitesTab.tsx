import type { ProjectView, TestRunView } from '@assay/contract';
import { useListTestRunsQuery, useListTestSuitesQuery } from '../../connection/serviceHooks.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { AttachTestCode } from './AttachTestCode.tsx';
import { failingBranch, passTrend } from './home/branchState.ts';
import { FailingStrip } from './home/FailingStrip.tsx';
import { FirstRun } from './home/FirstRun.tsx';
import styles from './home/home.module.css';
import { LatestDeploys } from './home/LatestDeploys.tsx';
import { PassTrend } from './home/PassTrend.tsx';
import { RecentRuns } from './home/RecentRuns.tsx';
import { RepositoryPanel } from './home/RepositoryPanel.tsx';
import { useRunDialog } from './runTests/useRunDialog.ts';
import { SuiteList } from './suites/SuiteList.tsx';

const looked = 50;
const trendLength = 30;
const pollingSeconds = 30;

/** What a project opens on: how it stands, and its test suites. */
export function TestSuitesTab({ project }: { project: ProjectView }) {
  const runs = useListTestRunsQuery({ query: { project: project.key, limit: looked } });
  const onBranch = useListTestRunsQuery({
    query: { project: project.key, branch: project.defaultBranch, status: 'PASS,FAIL', limit: trendLength },
  });
  const suites = useListTestSuitesQuery({ query: { projectId: project.id } });
  usePolling(() => void runs.refetch(), pollingSeconds);
  const finished: readonly TestRunView[] = onBranch.data?.testRuns ?? [];
  const failing = failingBranch(finished);
  const { ask } = useRunDialog();
  return (
    <Loaded query={runs} failed="The project's runs could not be loaded" skeleton={<RowsSkeleton rows={6} />}>
      {({ testRuns, total }) => (
        <div className={styles.home}>
          {failing && <FailingStrip branch={project.defaultBranch} failing={failing} />}
          <div className={styles.columns}>
            <div className={styles.column}>
              {total === 0 ? (
                <FirstRun project={project} />
              ) : (
                <RecentRuns project={project} runs={testRuns} total={total} />
              )}
              <Loaded query={suites} failed="The test suites could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
                {(all) => <SuiteList project={project} suites={all} runs={testRuns} onRun={(suite) => ask(suite.id)} />}
              </Loaded>
            </div>
            <div className={styles.column}>
              <PassTrend branch={project.defaultBranch} points={passTrend(finished)} />
              <LatestDeploys project={project} runs={testRuns} />
              {project.hasRepo ? <RepositoryPanel project={project} /> : <AttachTestCode project={project} />}
            </div>
          </div>
        </div>
      )}
    </Loaded>
  );
}
