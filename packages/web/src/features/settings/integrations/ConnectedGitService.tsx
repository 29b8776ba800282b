import { type AuthorizationView, type GitService, gitServiceNames } from '@assay/contract';
import { useChangeAuthorizationMutation } from '../../../connection/serviceHooks.ts';
import { SavedSwitch } from '../../../ui/form/SavedSwitch.tsx';
import styles from './integrations.module.css';
import { WebhookSetup } from './WebhookSetup.tsx';

/** What else a connected git service does: comments on pull requests, and tells of pushes. */
export function ConnectedGitService({ connection, provider }: { connection: AuthorizationView; provider: GitService }) {
  const { id, commentsOnPullRequests, hasWebhook, means } = connection;
  const [change] = useChangeAuthorizationMutation();
  const name = gitServiceNames[provider];
  return (
    <>
      <SavedSwitch
        label="Comment on pull requests"
        description="Each open pull request has one comment on the runs of its newest commit, which is changed as they end."
        checked={commentsOnPullRequests}
        save={(on) => change({ params: { id }, body: { commentsOnPullRequests: on } })}
      />
      {means === 'app' ? (
        <p className={styles.none}>The app tells of pushes by itself, where its webhook is set up.</p>
      ) : (
        <WebhookSetup connection={connection} name={name} steps={steps[provider]}>
          {hasWebhook ? `A webhook was set up: where ${name} sends pushes` : `With a webhook of ${name}`}, branches and
          commits are fresh at once; else within 15 minutes.
        </WebhookSetup>
      )}
    </>
  );
}

/** Where each service has webhooks, and what is chosen there. */
const steps: Record<GitService, string> = {
  GitHub:
    'Settings › Webhooks › Add webhook of the repository or organization: content type application/json, just the push event.',
  Gitlab: 'Settings › Webhooks of the project or group: the secret is its secret token, the trigger push events.',
  BitBucket: 'Repository settings › Webhooks: the trigger repository push.',
  BitBucketServer: 'Repository settings › Webhooks: the event repository push.',
};
