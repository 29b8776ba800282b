import { parseTestKey, type TestRunId, testRunTestIdOf } from '@assay/contract';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { ToRunList } from '../list/ToRunList.tsx';
import { IssueDialogs } from '../trackedIssues/IssueDialogs.tsx';
import { TestPanel } from './TestPanel.tsx';
import styles from './TestScreen.module.css';

/** A test of a run at full width, with its own URL. */
export function TestScreen() {
  const { testRunId = '', testKey = '', tab = 'console' } = useParams();
  const [search] = useSearchParams();
  const query = useGetTestRunQuery({ params: { id: testRunId } });
  const path = useAccountPath();
  const navigate = useNavigate();
  const { testId, copy } = parseTestKey(testKey);
  const asked = {
    testRunId: testRunId as TestRunId,
    testRunTestIds: [testRunTestIdOf(testRunId as TestRunId, testId, copy)],
  };
  const back = path(`test-runs/${testRunId}?test=${testKey}`);
  useShortcut('Escape', () => void navigate(back));
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
          <div className={styles.screen}>
            <ScreenHead
              title={
                <span>
                  {run.project.name} <span className="soft tabular">#{run.number}</span>
                </span>
              }
              documentTitle={`Test in ${run.project.name} #${run.number}`}
              back={{ to: back, label: 'Back to the run' }}
            />
            <div className={styles.panel}>
              <TestPanel
                run={run}
                testKey={testKey}
                wide={{
                  tab,
                  onTab: (next) =>
                    void navigate(
                      { pathname: path(`test-runs/${testRunId}/tests/${testKey}/${next}`), search: search.toString() },
                      { replace: true },
                    ),
                }}
              />
            </div>
          </div>
        </IssueDialogs>
      )}
    </Loaded>
  );
}
