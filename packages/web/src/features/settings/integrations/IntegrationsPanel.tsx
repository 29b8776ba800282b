import { type AlertAction, type AuthorizationView, alertActionLabels } from '@assay/contract';
import { Link } from 'react-router';
import { useIncludes } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useListAlertsQuery } from '../../alerts/alertsApi.ts';
import { ApiKeyPanel } from '../ApiKeyPanel.tsx';
import { useListAuthorizationsQuery } from './authorizationsApi.ts';
import styles from './integrations.module.css';
import { TokenIntegration } from './TokenIntegration.tsx';

/** What Assay works together with: where alerts go, and the key of the CI. */
export function IntegrationsPanel() {
  const query = useListAuthorizationsQuery();
  const hasAlerts = useIncludes('alerts');
  return (
    <div className={styles.panels}>
      {hasAlerts && (
        <Loaded
          query={query}
          failed="Integrations could not be loaded"
          skeleton={<RowsSkeleton rows={4} height={72} />}
        >
          {(connected) => <Channels connected={connected} />}
        </Loaded>
      )}
      <ApiKeyPanel />
    </div>
  );
}

function Channels({ connected }: { connected: readonly AuthorizationView[] }) {
  const of = (provider: AuthorizationView['provider']) => connected.find((one) => one.provider === provider) ?? null;
  return (
    <ul className={styles.cards} aria-label="Integrations">
      <li className={styles.card}>
        <TokenIntegration
          key={of('Slack')?.revision}
          provider="Slack"
          connected={of('Slack')}
          about="Alerts post to channels, with the failing tests in the thread of each message."
          tokenLabel="Bot token, or URL of an incoming webhook"
          tokenHint="Make an app at api.slack.com/apps with the scope chat:write, install it, and invite it to the channels."
          identifierLabel="Workspace"
        />
        <Health action="SEND_SLACK" />
      </li>
      <li className={styles.card}>
        <TokenIntegration
          key={of('OpsGenie')?.revision}
          provider="OpsGenie"
          connected={of('OpsGenie')}
          about="Failures open an alert, and close it once they are fixed. OpsGenie ends in April 2027: Jira Service Management takes the same calls."
          tokenLabel="API key"
          tokenHint="That of an API integration which may create and close alerts."
          identifierLabel="Address of the API"
        />
        <Health action="TRIGGER_OPSGENIE" />
      </li>
      <li className={styles.card}>
        <h3>Microsoft Teams</h3>
        <p className={styles.about}>
          Each alert has the Workflows URL of its channel, so there is nothing to connect here.
        </p>
        <Health action="SEND_MICROSOFT_TEAMS" />
      </li>
      <li className={styles.card}>
        <h3>Webhooks</h3>
        <p className={styles.about}>Each alert has an address and a signing secret of its own (Standard Webhooks).</p>
        <Health action="TRIGGER_WEBHOOK" />
      </li>
    </ul>
  );
}

/** How the alerts of a channel do. */
function Health({ action }: { action: AlertAction }) {
  const { data: alerts = [] } = useListAlertsQuery();
  const path = useAccountPath();
  const of = alerts.filter(({ actionType }) => actionType === action);
  const [newest] = of
    .flatMap(({ lastDelivery }) => lastDelivery ?? [])
    .sort((one, other) => other.at.localeCompare(one.at));
  const label = counted(of.length, `${alertActionLabels[action]} alert`);
  return (
    <p className={styles.health}>
      <Link to={path('alerts')}>{label}</Link>
      {newest && (
        <span>
          <StatusShape shape={newest.delivered ? 'pass' : 'fail'} label="" />
          {newest.delivered ? 'last sent ' : 'not delivered '}
          <RelativeTime time={newest.at} />
          {!newest.delivered && newest.detail !== null && `: ${newest.detail}`}
        </span>
      )}
    </p>
  );
}
