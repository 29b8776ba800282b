import type { AuthorizationView, SlackAppView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { browser } from '../../../connection/browser.ts';
import {
  useGetSlackAppQuery,
  useGetSlackHealthQuery,
  useStartSlackSignInMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { ChannelAlerts } from './ChannelAlerts.tsx';
import styles from './integrations.module.css';
import { ScopeList } from './ScopeList.tsx';
import { TokenIntegration } from './TokenIntegration.tsx';

/** Slack as a channel of alerts: by signing in there where the operator has set that up, or by a token of one's own app. */
export function SlackIntegration({ connected }: { connected: AuthorizationView | null }) {
  const { data: app } = useGetSlackAppQuery();
  return (
    <li className={styles.card}>
      <TokenIntegration
        key={connected?.revision}
        provider="Slack"
        name="Slack"
        connected={connected}
        about="Alerts post one message for each run, with the failing tests in its thread; what is told while a run goes on is changed once it has ended."
        whenDisconnected="Alerts to Slack are kept in their delivery log and not sent, until it is connected again."
        tokenLabel="Bot token, or URL of an incoming webhook"
        tokenHint="Make an app at Slack by the manifest, install it, and invite it to the channels."
        identifierLabel="Workspace"
      />
      {app && (
        <div className={styles.actions}>
          {app.isSetUp && <SlackSignIn />}
          <SlackManifest app={app} />
        </div>
      )}
      {connected && <SlackHealth key={`health of ${connected.revision}`} />}
      <ChannelAlerts action="SEND_SLACK" />
    </li>
  );
}

function SlackSignIn() {
  const [start, { isLoading }] = useStartSlackSignInMutation();
  const path = useAccountPath();
  return (
    <Button
      loading={isLoading}
      onClick={async () => {
        const { data, error } = await start({ body: { returnTo: path('settings/integrations') } });
        if (data) browser.leaveFor(data.url);
        else showFailure(error);
      }}
    >
      Sign in with Slack
    </Button>
  );
}

/** Whether Slack takes the token, as far as it can be asked. */
function SlackHealth() {
  const { data: health } = useGetSlackHealthQuery();
  if (!health || health.status === 'unknown') return null;
  const isWell = health.status === 'well';
  return (
    <p className={styles.status} data-failed={!isWell} role="status">
      <StatusShape shape={isWell ? 'pass' : 'fail'} label="" />
      <span>{health.detail}</span>
    </p>
  );
}

/** What Slack makes the app from, where that is pasted, and what it lets Assay do. */
function SlackManifest({ app: { isSetUp, manifest, createUrl, redirectUri, scopes } }: { app: SlackAppView }) {
  const [isShown, setIsShown] = useState(false);
  const takesPeopleBack = redirectUri.startsWith('https:');
  return (
    <>
      <Button variant="subtle" onClick={() => setIsShown(true)}>
        App manifest
      </Button>
      <Modal opened={isShown} onClose={() => setIsShown(false)} title="An app at Slack for Assay" size={640}>
        <div className={styles.form}>
          <p className={styles.about}>
            Open{' '}
            <a className="link inText" href={createUrl} target="_blank" rel="noreferrer">
              Create an app at Slack
            </a>
            , choose <b>From a manifest</b> and the workspace, and paste this under JSON.
          </p>
          <CopyableText text={manifest} label="Copy manifest" />
          <ScopeList scopes={scopes} />
          <p className={styles.about}>
            Then install it, and connect Slack here by its bot token (OAuth &amp; Permissions).{' '}
            {isSetUp
              ? 'An app of this installation is set up as well, so that signing in is enough.'
              : 'With the client id and secret of an app set by whoever operates Assay, signing in is enough.'}
            {!takesPeopleBack && ' For signing in, Slack wants Assay to have an https address.'}
          </p>
        </div>
      </Modal>
    </>
  );
}
