import { type AuthorizationView, type GitService, gitServiceNames, gitServices } from '@assay/contract';
import { Link } from 'react-router';
import { useListCommitStatusesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { ConnectedGitService } from './ConnectedGitService.tsx';
import { GitSignIns } from './GitSignIns.tsx';
import styles from './integrations.module.css';
import { TokenIntegration } from './TokenIntegration.tsx';

/** Which token each wants, as its own settings call it. */
const hints: Record<GitService, string> = {
  GitHub: 'A fine-grained token with Contents: read and Commit statuses: read and write; or a classic one with repo.',
  Gitlab: 'A group, project or personal token with the scope api, of a Developer at least.',
  BitBucket: 'A repository, project or workspace access token with repository:write.',
  BitBucketServer: 'An HTTP access token of a project or a repository, with repository write.',
};

/** Nobody is told when a service has answered, so it is looked at while the screen is open. */
const lookMs = 15_000;

/** Services with the repositories of the account. */
export function GitServices({ connected }: { connected: readonly AuthorizationView[] }) {
  return (
    <section className={styles.group} aria-labelledby="git-services">
      <h2 id="git-services" className={styles.title}>
        Git services
      </h2>
      <p className={styles.about}>
        Private repositories are read over https with the token, by Assay and by its agents, and each run shows at its
        commit and pull request how it stands.
      </p>
      <ul className={styles.cards}>
        {gitServices.map((provider) => {
          const of = connected.find((one) => one.provider === provider) ?? null;
          return (
            <li key={provider} className={styles.card}>
              <TokenIntegration
                key={of?.revision}
                provider={provider}
                name={gitServiceNames[provider]}
                connected={of}
                whenDisconnected="Its private repositories cannot be read any more, and commits are not told how their runs stand."
                tokenLabel="Access token"
                tokenHint={hints[provider]}
                identifierLabel="Address"
              />
              <GitSignIns provider={provider} />
              {of && <ConnectedGitService connection={of} provider={provider} />}
              {of && <CommitStatuses id={of.id} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How the service took the newest status. */
function CommitStatuses({ id }: { id: AuthorizationView['id'] }) {
  const path = useAccountPath();
  const { data: statuses } = useListCommitStatusesQuery({ params: { id } }, { pollingInterval: lookMs });
  const newest = statuses?.find(({ state, kind }) => state !== 'waiting' && kind === 'status');
  if (!statuses) return null;
  if (!newest) return <p className={styles.none}>No run was shown at its commit yet</p>;
  const { testRunId, run, state, detail, at } = newest;
  const isShown = state === 'done';
  return (
    <p className={styles.status} data-failed={!isShown}>
      <StatusShape shape={isShown ? 'pass' : 'fail'} label="" />
      <span>
        <Link to={path(`test-runs/${testRunId}`)}>{run}</Link>
        {isShown ? ' shown at its commit ' : ' not shown at its commit '}
        <RelativeTime time={at} />
        {!isShown && detail !== null && `: ${detail}`}
      </span>
    </p>
  );
}
