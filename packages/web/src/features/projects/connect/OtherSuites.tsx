import type { ProjectProposal, RepositoryProposals } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Panel } from '../home/Panel.tsx';
import styles from './connect.module.css';
import type { Added } from './connectForm.ts';

/** The suites of a repository with several: each is a project of its own. */
export function OtherSuites({
  found: { proposals },
  chosen,
  added,
  onChoose,
}: {
  found: RepositoryProposals;
  chosen: ProjectProposal;
  added: readonly Added[];
  onChoose: (proposal: ProjectProposal) => void;
}) {
  const path = useAccountPath();
  return (
    <Panel title={counted(proposals.length, 'suite')} note="each is a project of its own">
      <ul className={styles.suites} aria-label="Suites">
        {proposals.map((proposal) => {
          const { settings, name, testFiles } = proposal;
          const key = added.find((each) => each.proposal === proposal)?.key;
          const about = `${settings.otherFramework ?? settings.testingFramework} · ${counted(testFiles.count, 'test file')}`;
          const place = settings.workingDirectory ?? 'the root';
          if (key !== undefined) {
            return (
              <li key={`${name} ${place}`} className={styles.suite}>
                <StatusShape shape="pass" label="Added" />
                <Link className="link truncate" to={path(`projects/${key}`)}>
                  {name}
                </Link>
                <span className={styles.about}>added</span>
              </li>
            );
          }
          return (
            <li key={`${name} ${place}`}>
              <UnstyledButton
                className={proposal === chosen ? `${styles.suite} ${styles.chosen}` : styles.suite}
                aria-pressed={proposal === chosen}
                onClick={() => onChoose(proposal)}
              >
                <StatusShape shape={proposal === chosen ? 'pending' : 'notRun'} label="" />
                <code className="truncate">{place}</code>
                <span className={styles.about}>{about}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
