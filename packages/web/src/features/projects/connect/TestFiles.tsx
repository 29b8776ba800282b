import type { ProjectProposal } from '@assay/contract';
import { Link } from 'react-router';
import { useIncludes } from '../../../connection/currentUser.ts';
import { useListAgentsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Panel } from '../home/Panel.tsx';
import styles from './connect.module.css';

/** What a run would find, as far as names tell, and whether somebody is there to run it. */
export function TestFiles({ proposal: { testFiles } }: { proposal: ProjectProposal }) {
  const { count, first } = testFiles;
  return (
    <Panel title="Test files" note="by their names; the run lists the tests">
      <div className={styles.files}>
        <p className={styles.total}>
          <span className={styles.number}>{formatCount(count)}</span>
          {count === 1 ? 'test file' : 'test files'}
        </p>
        <ul className={styles.names}>
          {first.map((path) => (
            <li key={path} className="truncate" title={path}>
              <code>{path}</code>
            </li>
          ))}
          {count > first.length && <li className="soft">and {formatCount(count - first.length)} more</li>}
        </ul>
      </div>
      <NoAgent />
    </Panel>
  );
}

function NoAgent() {
  const path = useAccountPath();
  const mayRun = useIncludes('ownRunners');
  const { data: agents } = useListAgentsQuery(undefined, { skip: !mayRun });
  if (!mayRun || !agents || agents.some(({ status }) => status === 'Running')) return null;
  return (
    <p className={styles.warning}>
      <StatusShape shape="ignored" label="" />
      <span>
        No agent is connected: the run waits for one.{' '}
        <Link className="link" to={path('agents')}>
          Add an agent
        </Link>
      </span>
    </p>
  );
}
