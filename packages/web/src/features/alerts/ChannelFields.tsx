import {
  type AlertAction,
  type AlertView,
  alertActionLabels,
  alertActions,
  isSealed,
  type TokenProvider,
  testOwners,
} from '@assay/contract';
import { useFormikContext } from 'formik';
import { Link } from 'react-router';
import { useListAuthorizationsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { type AlertForm, withAction } from './alertForm.ts';
import styles from './alerts.module.css';
import { destinationLabels } from './alertTexts.ts';
import { SigningSecret } from './SigningSecret.tsx';
import { TeamsDestination } from './TeamsDestination.tsx';

const actions = alertActions.map((value) => ({ value, label: alertActionLabels[value] }));

const placeholders: Record<AlertAction, string> = {
  TRIGGER_WEBHOOK: 'https://hooks.example.com/assay',
  SEND_SLACK: '#checkout-alerts',
  SEND_MICROSOFT_TEAMS: 'https://….environment.api.powerplatform.com/…',
  TRIGGER_OPSGENIE: 'that of the integration',
  SEND_EMAIL: 'the administrators',
};

const hints: Partial<Record<AlertAction, string>> = {
  SEND_MICROSOFT_TEAMS: 'From the channel: Workflows, “Send webhook alerts to a channel”',
  SEND_EMAIL: `Separated by commas; “${testOwners}” for the owners of the tests that failed`,
};

/** Services that are connected once for all alerts. */
const providers: Partial<Record<AlertAction, TokenProvider>> = { SEND_SLACK: 'Slack', TRIGGER_OPSGENIE: 'OpsGenie' };

/** How, and where to. A sealed address is not shown again: typing another one replaces it. */
export function ChannelFields({ alert }: { alert: AlertView | null }) {
  const { values, setValues } = useFormikContext<AlertForm>();
  const { actionType } = values;
  const provider = providers[actionType];
  const isSame = alert !== null && alert.actionType === actionType && alert.authorizationId === null;
  const kept = isSame && isSealed(actionType) ? alert.destination : null;
  const hint = kept === null ? hints[actionType] : `${kept} is kept, unless you type another one`;
  const destination = (
    <TextField
      className={styles.destination}
      name="destination"
      label={destinationLabels[actionType]}
      placeholder={kept === null ? placeholders[actionType] : ''}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      spellCheck={false}
    />
  );
  return (
    <section className={styles.section} aria-label="Channel">
      <h3 className={styles.label}>Channel</h3>
      <div className={styles.fields}>
        <SelectField
          name="actionType"
          label="Action"
          allowDeselect={false}
          data={actions}
          onPick={(action) => void setValues(withAction(values, action as AlertAction))}
        />
        {actionType === 'SEND_MICROSOFT_TEAMS' ? <TeamsDestination alert={alert} ownUrl={destination} /> : destination}
        {provider && <NotConnected provider={provider} />}
        {alert !== null && actionType === 'SEND_EMAIL' && alert.unsubscribed.length > 0 && (
          <p className={styles.notConnected} role="note">
            {alert.unsubscribed.join(', ')} wanted none of its mails any more, and gets none.
          </p>
        )}
        {alert !== null && alert.actionType === 'TRIGGER_WEBHOOK' && actionType === 'TRIGGER_WEBHOOK' && (
          <SigningSecret alert={alert} />
        )}
      </div>
    </section>
  );
}

/** Says that nothing would arrive, where the service is not connected. */
function NotConnected({ provider }: { provider: TokenProvider }) {
  const { data: connected } = useListAuthorizationsQuery();
  const path = useAccountPath();
  if (connected === undefined || connected.some((one) => one.provider === provider)) return null;
  return (
    <p className={styles.notConnected} role="note">
      {provider} is not connected, so nothing is sent.{' '}
      <Link className="link inText" to={path('settings/integrations')}>
        Connect {provider}
      </Link>
    </p>
  );
}
