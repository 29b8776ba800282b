import type { CodeOwner, CodeOwnersView, TestResultView, TestRunView } from '@assay/contract';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { nameAmong } from '../../../ui/format/personName.ts';
import { useProblemOf } from '../problem/useProblem.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { sourceAddress } from '../test/sourceAddress.ts';
import styles from './CodeOwnersFact.module.css';
import { sourceText, useCodeOwners } from './useCodeOwners.ts';

type Props = { test: TestResultView; run: TestRunView };

/** The owners of the test's file, and where the repository says so. An owner set by hand comes first: then there is nothing. */
export function CodeOwnersFact({ test, run }: Props) {
  const { problem } = useProblemOf(test);
  const { codeOwners } = useCodeOwners(test, run);
  if (problem?.ownerUserId || !codeOwners) return null;
  const { path } = codeOwners;
  const rules = codeOwners.rules.filter(({ owners }) => owners.length > 0);
  if (path === null || rules.length === 0) return null;
  return (
    <>
      <dt>Owner</dt>
      <dd className={styles.owners}>
        {rules.map((rule) => (
          <div key={rule.line}>
            <span dir="auto">
              <OwnerNames owners={rule.owners} />
            </span>{' '}
            <Source path={path} rule={rule} run={run} />
          </div>
        ))}
      </dd>
    </>
  );
}

/** Members and teams by their names, all others as the file names them. */
function OwnerNames({ owners }: { owners: readonly CodeOwner[] }) {
  const people = useReviewers({ skip: owners.every(({ userId }) => userId === null) });
  return owners
    .map(({ name, userId, team }) => (userId === null ? (team?.name ?? name) : nameAmong(people, userId)))
    .join(', ');
}

function Source({ path, rule, run }: { path: string; rule: CodeOwnersView['rules'][number]; run: TestRunView }) {
  const { data: projects } = useListProjectsQuery({});
  const project = projects?.find(({ id }) => id === run.projectId);
  const address = project && run.commit ? sourceAddress(project, run.commit, path, rule.line) : null;
  const text = sourceText(rule);
  if (address === null) return <span className={styles.source}>{text}</span>;
  return (
    <a className={`link ${styles.source}`} href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
