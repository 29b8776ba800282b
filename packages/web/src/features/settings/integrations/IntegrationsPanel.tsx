import type { AuthorizationView } from '@assay/contract';
import { useIncludes } from '../../../connection/currentUser.ts';
import { useListAuthorizationsQuery } from '../../../connection/serviceHooks.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ApiKeyPanel } from '../ApiKeyPanel.tsx';
import { ChannelAlerts } from './ChannelAlerts.tsx';
import { DeployKeys } from './DeployKeys.tsx';
import { GitServices } from './GitServices.tsx';
import styles from './integrations.module.css';
import { JiraIntegration } from './JiraIntegration.tsx';
import { SlackIntegration } from './SlackIntegration.tsx';
import { TeamsChannels } from './TeamsChannels.tsx';
import { TokenIntegration } from './TokenIntegration.tsx';

/** What Assay works together with: where alerts go, and the key of the CI. */
export function IntegrationsPanel() {
  const query = useListAuthorizationsQuery();
  const hasAlerts = useIncludes('alerts');
  return (
    <div className={styles.panels}>
      <Loaded query={query} failed="Integrations could not be loaded" skeleton={<RowsSkeleton rows={4} height={72} />}>
        {(connected) => (
          <>
            <GitServices connected={connected} />
            <DeployKeys />
            <IssueTrackers connected={connected} />
            {hasAlerts && <Channels connected={connected} />}
          </>
        )}
      </Loaded>
      <ApiKeyPanel />
    </div>
  );
}

function IssueTrackers({ connected }: { connected: readonly AuthorizationView[] }) {
  const jira = connected.find(({ provider }) => provider === 'Jira') ?? null;
  return (
    <section className={styles.group} aria-labelledby="issue-trackers">
      <h2 id="issue-trackers" className={styles.title}>
        Issue tracker
      </h2>
      <ul className={styles.cards}>
        <JiraIntegration key={jira?.revision} connected={jira} />
      </ul>
    </section>
  );
}

function Channels({ connected }: { connected: readonly AuthorizationView[] }) {
  const of = (provider: AuthorizationView['provider']) => connected.find((one) => one.provider === provider) ?? null;
  return (
    <section className={styles.group} aria-labelledby="alert-channels">
      <h2 id="alert-channels" className={styles.title}>
        Channels of alerts
      </h2>
      <ul className={styles.cards}>
        <SlackIntegration connected={of('Slack')} />
        <li className={styles.card}>
          <TokenIntegration
            key={of('OpsGenie')?.revision}
            provider="OpsGenie"
            name="OpsGenie"
            connected={of('OpsGenie')}
            about="Failures open an alert, and close it once they are fixed. OpsGenie ends in April 2027: Jira Service Management takes the same calls."
            whenDisconnected="Alerts to OpsGenie are kept in their delivery log and not sent, until it is connected again."
            tokenLabel="API key"
            tokenHint="That of an API integration which may create and close alerts."
            identifierLabel="Address of the API"
          />
          <ChannelAlerts action="TRIGGER_OPSGENIE" />
        </li>
        <TeamsChannels channels={connected.filter(({ provider }) => provider === 'MicrosoftTeams')} />
        <li className={styles.card}>
          <h3>Webhooks</h3>
          <p className={styles.about}>Each alert has an address and a signing secret of its own (Standard Webhooks).</p>
          <ChannelAlerts action="TRIGGER_WEBHOOK" />
        </li>
      </ul>
    </section>
  );
}
