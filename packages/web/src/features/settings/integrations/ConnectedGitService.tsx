import { type AuthorizationView, type GitService, gitServiceNames } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useChangeAuthorizationMutation, useMakeWebhookSecretMutation } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { SavedSwitch } from '../../../ui/form/SavedSwitch.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './integrations.module.css';

/** What else a connected git service does: comments on pull requests, and tells of pushes. */
export function ConnectedGitService({ connection, provider }: { connection: AuthorizationView; provider: GitService }) {
  const { id, commentsOnPullRequests, hasWebhook, means } = connection;
  const [change] = useChangeAuthorizationMutation();
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
        <PushWebhook id={id} name={gitServiceNames[provider]} provider={provider} exists={hasWebhook} />
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

function PushWebhook({
  id,
  name,
  provider,
  exists,
}: {
  id: AuthorizationView['id'];
  name: string;
  provider: GitService;
  exists: boolean;
}) {
  const [make, { isLoading }] = useMakeWebhookSecretMutation();
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  return (
    <div className={styles.head}>
      <p className={styles.none}>
        {exists ? `A webhook was set up: where ${name} sends pushes` : `With a webhook of ${name}`}, branches and
        commits are fresh at once; else within 15 minutes.
      </p>
      <span className={styles.headActions}>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isLoading}
          onClick={async () => {
            const { data, error } = await make({ params: { id } });
            if (data) setMade(data);
            else showFailure(error);
          }}
        >
          {exists ? 'New webhook secret' : 'Set up webhook'}
        </Button>
      </span>
      <Modal opened={made !== null} onClose={() => setMade(null)} title={`Webhook of ${name}`} size={560}>
        {made && (
          <div className={styles.form}>
            <p className={styles.about}>{steps[provider]}</p>
            <CopyableText text={made.url} label="Copy URL" />
            <CopyableText text={made.secret} label="Copy secret" />
            <p className={styles.about}>The secret is shown this once. Another one takes its place.</p>
          </div>
        )}
      </Modal>
    </div>
  );
}
