import type { AlertView } from '@assay/contract';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useListAuthorizationsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { type AlertForm, byUrl } from './alertForm.ts';
import styles from './alerts.module.css';

/** A connected channel of Microsoft Teams, or the URL of another one. */
export function TeamsDestination({ alert, ownUrl }: { alert: AlertView | null; ownUrl: ReactNode }) {
  const { values } = useFormikContext<AlertForm>();
  const { data: connected = [] } = useListAuthorizationsQuery();
  const path = useAccountPath();
  const channels = connected
    .filter(({ provider }) => provider === 'MicrosoftTeams')
    .map(({ id, identifier }) => ({ value: String(id), label: identifier }));
  const chosen = values.authorizationId;
  const isRemoved = chosen !== byUrl && !channels.some(({ value }) => value === chosen);
  const shown = isRemoved ? [{ value: chosen, label: alert?.destination ?? '' }, ...channels] : channels;
  return (
    <>
      {shown.length > 0 && (
        <SelectField
          className={styles.destination}
          name="authorizationId"
          label="Channel"
          data={[...shown, { value: byUrl, label: 'Another channel, by its URL' }]}
          allowDeselect={false}
        />
      )}
      {chosen === byUrl && ownUrl}
      {shown.length === 0 && (
        <p className={styles.notConnected} role="note">
          To use a channel in several alerts,{' '}
          <Link className="link inText" to={path('settings/integrations')}>
            connect it
          </Link>{' '}
          once.
        </p>
      )}
    </>
  );
}
