import {
  isFinished,
  type ProjectView,
  passShare,
  type TestRunView,
  type TestSuiteView,
  verdictOfRun,
} from '@assay/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useIncludes, useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { selectionOf } from '../../../ui/form/testFilters.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconDots, IconPlayerPlay } from '../../../ui/icons/icons.ts';
import { type RecentBar, RecentBars } from '../../../ui/RecentBars.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import home from '../home/home.module.css';
import { Panel } from '../home/Panel.tsx';
import styles from './suites.module.css';
import { kindOfSuite } from './suiteWords.ts';
import { useDeleteSuite } from './useDeleteSuite.tsx';

type Props = {
  project: ProjectView;
  suites: readonly TestSuiteView[];
  /** The newest runs of the project, newest first. */
  runs: readonly TestRunView[];
  onRun: (suite: TestSuiteView) => void;
};

/** A project's suites: what they are, how their last runs went, and a button that runs each. */
export function SuiteList({ project, suites, runs, onRun }: Props) {
  const path = useAccountPath();
  const add = useMay('testSuite.write') && (
    <Button size="compact-sm" component={Link} to={path(`projects/${project.key}/test-suites/new`)}>
      Add test suite
    </Button>
  );
  return (
    <Panel
      title="Test suites"
      note={suites.length > 0 ? String(suites.length) : undefined}
      aside={suites.length > 0 && add}
    >
      {suites.length === 0 ? (
        <EmptyState
          title="No test suites yet"
          why="A suite is a selection of the tests, by tags or names, that is run by itself: by hand, by a trigger or in a test plan."
          action={add}
        />
      ) : (
        <ul className={home.rows} aria-label="Test suites">
          {suites.map((suite) => (
            <Suite
              key={suite.id}
              project={project}
              suite={suite}
              runs={runs.filter(({ testSuiteId }) => testSuiteId === suite.id)}
              onRun={() => onRun(suite)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const tagsShown = 3;

function Suite({
  project,
  suite,
  runs,
  onRun,
}: {
  project: ProjectView;
  suite: TestSuiteView;
  runs: readonly TestRunView[];
  onRun: () => void;
}) {
  const path = useAccountPath();
  const mayWrite = useMay('testSuite.write');
  const mayRun = useIncludes('ownRunners');
  const askToDelete = useDeleteSuite(project);
  const to = path(`projects/${project.key}/test-suites/${suite.id}`);
  const selection = selectionOf(suite);
  const ended = runs.filter(({ status }) => isFinished(status));
  const [newest] = ended;
  return (
    <li className={styles.suite}>
      <Link to={to} className={styles.link} data-row aria-label={suite.name} />
      <div className={styles.what}>
        <div className={styles.name}>
          <strong className="truncate" title={suite.name} dir="auto">
            {suite.name}
          </strong>
          {selection.slice(0, tagsShown).map((text) => (
            <Tag key={text} title={text}>
              {text}
            </Tag>
          ))}
          {selection.length > tagsShown && (
            <Tag title={selection.slice(tagsShown).join(', ')}>+{selection.length - tagsShown}</Tag>
          )}
        </div>
        {suite.description && <div className={`${styles.about} truncate`}>{suite.description}</div>}
      </div>
      <span className={`${styles.kind} truncate`} title={kindOfSuite(suite)}>
        {kindOfSuite(suite)}
      </span>
      <span className={`${styles.tests} tabular soft`}>
        {newest ? counted(newest.testCount, 'test') : 'not run yet'}
      </span>
      <span className={styles.bars}>{ended.length > 0 && <RecentBars bars={ended.map(barOf)} />}</span>
      <PassRateOf runs={ended} />
      <span className={`${styles.usual} tabular soft`}>
        {newest?.calculatedDuration ? formatDuration(newest.usualDuration ?? newest.calculatedDuration) : ''}
      </span>
      <div className={styles.buttons}>
        {mayRun && (
          <ActionIcon variant="default" aria-label={`Run ${suite.name}`} title={`Run ${suite.name}`} onClick={onRun}>
            <IconPlayerPlay size={14} stroke={1.75} />
          </ActionIcon>
        )}
        {mayWrite && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`Actions of ${suite.name}`}>
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component={Link} to={to}>
                Edit
              </Menu.Item>
              <Menu.Item component={Link} to={path(`test-runs?project=${project.id}&suite=${suite.id}`)}>
                Show its runs
              </Menu.Item>
              <Menu.Item color="red" onClick={() => askToDelete(suite)}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </li>
  );
}

function barOf(run: TestRunView): RecentBar {
  const durationMs = run.calculatedDuration ?? 0;
  const verdict = verdictOfRun(run);
  if (verdict === 'failed') return { shape: 'fail', durationMs };
  if (verdict !== 'passed') return { shape: 'other', durationMs };
  return { shape: run.flakyCount > 0 ? 'flaky' : 'pass', durationMs };
}

/** Over the tests of all of these runs. */
function PassRateOf({ runs }: { runs: readonly TestRunView[] }) {
  const share = passShare({
    passCount: runs.reduce((sum, { passCount }) => sum + passCount, 0),
    failCount: runs.reduce((sum, { failCount }) => sum + failCount, 0),
  });
  return (
    <span
      className={`${styles.rate} tabular`}
      title={share === null ? undefined : `${share.percent} ${share.of}, over ${counted(runs.length, 'run')}`}
    >
      {share?.percent}
    </span>
  );
}
