import type { AuthorizationView, CommandAnswer, JiraAppView } from '@assay/contract';
import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { browser } from '../../../connection/browser.ts';
import {
  useAuthorizeMutation,
  useGetJiraAppQuery,
  useGetJiraHealthQuery,
  useStartJiraSignInMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { failureText, showFailure } from '../../../ui/showFailure.ts';
import { IntegrationHead } from './IntegrationHead.tsx';
import styles from './integrations.module.css';
import { type JiraForm, jiraFormOf, jiraFormSchema, jiraRequestOf } from './jiraForm.ts';
import { ScopeList } from './ScopeList.tsx';
import { WebhookSetup } from './WebhookSetup.tsx';

/** Jira Cloud and Jira Data Center: by a token, or by signing in at Atlassian where the operator has set that up. */
export function JiraIntegration({ connected }: { connected: AuthorizationView | null }) {
  const [isConnecting, setIsConnecting] = useState(false);
  const { data: app } = useGetJiraAppQuery();
  return (
    <li className={styles.card}>
      <IntegrationHead
        name="Jira"
        connected={connected}
        whenDisconnected="No issues can be created from failures any more. Issues that were created stay at Jira and keep the status that was known last."
        onConnect={isConnecting ? null : () => setIsConnecting(true)}
      />
      <p className={styles.about}>
        Failed tests are reported as issues. Their keys and statuses come back to the tests. Connected GitHub and GitLab
        take issues as well.
      </p>
      {isConnecting && <JiraTokenForm connected={connected} onClose={() => setIsConnecting(false)} />}
      {app && !isConnecting && (
        <div className={styles.actions}>
          {app.isSetUp && <AtlassianSignIn />}
          <AtlassianApp app={app} />
        </div>
      )}
      {connected && <JiraHealth key={`health of ${connected.revision}`} />}
      {connected && (
        <WebhookSetup
          connection={connected}
          name="Jira"
          steps="An administrator of Jira registers it under Settings › System › Webhooks, for the events issue updated and issue deleted."
        >
          {connected.hasWebhook ? 'A webhook was set up: where Jira sends changes' : 'With a webhook of Jira'}, statuses
          of issues are current at once; otherwise within minutes.
        </WebhookSetup>
      )}
    </li>
  );
}

const deployments: { value: JiraForm['deployment']; label: string }[] = [
  { value: 'Cloud', label: 'Jira Cloud' },
  { value: 'DataCenter', label: 'Jira Data Center' },
];

function JiraTokenForm({ connected, onClose }: { connected: AuthorizationView | null; onClose: () => void }) {
  const [authorize] = useAuthorizeMutation();
  const save = useSave<JiraForm, CommandAnswer>({
    send: (form) => authorize({ body: jiraRequestOf(form) }),
    onSaved: onClose,
  });
  return (
    <Formik<JiraForm> initialValues={jiraFormOf(connected)} validationSchema={jiraFormSchema} onSubmit={save.submit}>
      {({ values, setFieldValue, isSubmitting }) => {
        const isCloud = values.deployment === 'Cloud';
        return (
          <Form className={styles.form} aria-label="Connect Jira" autoComplete="off">
            <SegmentedControl
              aria-label="Kind of Jira"
              data={deployments}
              value={values.deployment}
              onChange={(deployment) => void setFieldValue('deployment', deployment)}
            />
            <TextField
              name="identifier"
              label="Site address"
              placeholder={isCloud ? 'https://northwind.atlassian.net' : 'https://jira.example.com'}
              spellCheck={false}
              data-autofocus
              required
            />
            {isCloud && (
              <TextField
                name="email"
                label="Email"
                description="Of the user whose token it is. Issues are created as this user."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autoComplete="off"
                spellCheck={false}
                required
              />
            )}
            <PasswordField
              name="token"
              label={isCloud ? 'API token' : 'Personal access token'}
              description={
                isCloud
                  ? 'From id.atlassian.com, Security, API tokens. It expires within a year.'
                  : 'From your profile in Jira, Personal Access Tokens.'
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              required
            />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Connect
              </Button>
              <Button onClick={onClose}>Go back</Button>
            </div>
          </Form>
        );
      }}
    </Formik>
  );
}

/** Sends the browser to Atlassian; with several sites there, the one that is meant is named first. */
function AtlassianSignIn() {
  const [start, { isLoading }] = useStartJiraSignInMutation();
  const [site, setSite] = useState('');
  const path = useAccountPath();
  return (
    <form
      className={styles.actions}
      onSubmit={async (event) => {
        event.preventDefault();
        const named = site.trim();
        const { data, error } = await start({
          body: { returnTo: path('settings/integrations'), ...(named !== '' && { site: named }) },
        });
        if (data) browser.leaveFor(data.url);
        else showFailure(error);
      }}
    >
      <Button type="submit" loading={isLoading}>
        Connect with Atlassian
      </Button>
      <TextInput
        aria-label="Site address, if you have several"
        placeholder="Site address, if you have several"
        value={site}
        onChange={({ currentTarget }) => setSite(currentTarget.value)}
        spellCheck={false}
        className={styles.site}
      />
    </form>
  );
}

/** What the operator registers at Atlassian and sets here, so that signing in is enough. */
function AtlassianApp({ app: { isSetUp, createUrl, redirectUri, scopes } }: { app: JiraAppView }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setIsShown(true)}>
        {isSetUp ? 'App at Atlassian' : 'Connect by signing in'}
      </Button>
      <Modal opened={isShown} onClose={() => setIsShown(false)} title="An app at Atlassian for Assay" size={640}>
        <div className={styles.form}>
          <p className={styles.about}>
            {isSetUp
              ? 'This installation has an app at Atlassian, so signing in is enough.'
              : 'To connect Jira by signing in, the operator of this installation registers an app once.'}{' '}
            Open{' '}
            <a className="link inText" href={createUrl} target="_blank" rel="noreferrer">
              Create an app at Atlassian
            </a>
            , choose <b>OAuth 2.0 integration</b>, and enter this callback URL:
          </p>
          <CopyableText text={redirectUri} label="Copy callback URL" />
          <ScopeList scopes={scopes} />
          <p className={styles.about}>
            Then set <code>ASSAY_JIRA_CLIENT_ID</code> and <code>ASSAY_JIRA_CLIENT_SECRET</code> and restart Assay. Jira
            Data Center is connected by a personal access token only.
          </p>
        </div>
      </Modal>
    </>
  );
}

/** Whether Jira accepts the connection at this moment. */
function JiraHealth() {
  const { data: health, error, refetch } = useGetJiraHealthQuery();
  if (error) {
    return (
      <p className={styles.status} data-failed role="status">
        <StatusShape shape="fail" label="" />
        <span>
          {failureText(error)}{' '}
          <Button size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </span>
      </p>
    );
  }
  if (!health) return null;
  const isWell = health.status === 'well';
  return (
    <p className={styles.status} data-failed={!isWell} role="status">
      <StatusShape shape={isWell ? 'pass' : 'fail'} label="" />
      <span>{health.detail}</span>
    </p>
  );
}
