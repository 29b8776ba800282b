import type { AuthorizationView, CommandAnswer } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik } from 'formik';
import { useState } from 'react';
import {
  useAuthorizeMutation,
  useChangeAuthorizationMutation,
  useListAlertsQuery,
  useRevokeAuthorizationMutation,
} from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { ChannelAlerts } from './ChannelAlerts.tsx';
import styles from './integrations.module.css';
import { type TeamsChannelForm, teamsChannelFormOf, teamsChannelFormSchema } from './teamsChannelForm.ts';

/** The channels of Microsoft Teams that alerts choose from, each by its Workflows URL, which is not shown again. */
export function TeamsChannels({ channels }: { channels: readonly AuthorizationView[] }) {
  const [edited, setEdited] = useState<AuthorizationView | 'new' | null>(null);
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h3>Microsoft Teams</h3>
        {edited !== 'new' && (
          <span className={styles.headActions}>
            <Button onClick={() => setEdited('new')}>Connect channel</Button>
          </span>
        )}
      </header>
      <p className={styles.about}>
        Alerts choose from the channels that are connected here. A channel's URL is created at Teams: the channel's
        menu, Workflows, “Send webhook alerts to a channel”.
      </p>
      {edited === 'new' && <ChannelEditor channel={null} onClose={() => setEdited(null)} />}
      {channels.length > 0 && (
        <ul className={styles.channels} aria-label="Channels of Microsoft Teams">
          {channels.map((channel) =>
            edited !== null && edited !== 'new' && edited.id === channel.id ? (
              <li key={channel.id}>
                <ChannelEditor channel={channel} onClose={() => setEdited(null)} />
              </li>
            ) : (
              <Channel key={channel.id} channel={channel} onEdit={() => setEdited(channel)} />
            ),
          )}
        </ul>
      )}
      <ChannelAlerts action="SEND_MICROSOFT_TEAMS" />
    </li>
  );
}

function Channel({ channel, onEdit }: { channel: AuthorizationView; onEdit: () => void }) {
  const { id, identifier: name, connectedAt } = channel;
  const { data: alerts = [] } = useListAlertsQuery();
  const [revoke, { isLoading }] = useRevokeAuthorizationMutation();
  const going = alerts.filter(({ authorizationId }) => authorizationId === id).length;

  function askToDisconnect(): void {
    modals.openConfirmModal({
      title: `Disconnect ${name}?`,
      children:
        going === 0
          ? 'No alert goes there.'
          : `${counted(going, 'alert')} ${going === 1 ? 'goes' : 'go'} there: messages are kept in the delivery log and not sent, until another channel is chosen.`,
      labels: { confirm: 'Disconnect channel', cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await revoke({ params: { id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <li className={styles.head}>
      <b>{name}</b>
      <span className={styles.connected}>
        connected <RelativeTime time={connectedAt} />
      </span>
      <span className={styles.headActions}>
        <Button size="compact-sm" variant="subtle" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Disconnect ${name}`}
          loading={isLoading}
          onClick={askToDisconnect}
        >
          Disconnect
        </Button>
      </span>
    </li>
  );
}

function ChannelEditor({ channel, onClose }: { channel: AuthorizationView | null; onClose: () => void }) {
  const [authorize] = useAuthorizeMutation();
  const [change] = useChangeAuthorizationMutation();
  const save = useSave<TeamsChannelForm, CommandAnswer>({
    send: (form) => {
      const identifier = form.identifier.trim();
      const token = form.token.trim();
      if (channel === null) return authorize({ body: { provider: 'MicrosoftTeams', identifier, token } });
      const body = { identifier, ...(token === '' ? {} : { token }) };
      return change({ params: { id: channel.id }, body, ifMatch: channel.revision });
    },
    onSaved: onClose,
  });
  return (
    <Formik<TeamsChannelForm>
      initialValues={teamsChannelFormOf(channel)}
      validationSchema={teamsChannelFormSchema(channel === null)}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form
          className={styles.form}
          aria-label={channel === null ? 'Connect channel' : `Change ${channel.identifier}`}
          autoComplete="off"
        >
          <TextField name="identifier" label="Name" placeholder="Checkout alerts" data-autofocus required />
          <PasswordField
            name="token"
            label="Workflows URL"
            description={channel === null ? 'Not shown again' : 'Leave empty to keep the current URL'}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            required={channel === null}
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {channel === null ? 'Connect' : 'Save'}
            </Button>
            <Button onClick={onClose}>Go back</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
