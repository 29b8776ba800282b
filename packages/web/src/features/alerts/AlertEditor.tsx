import { type AlertView, alertActions, type CommandAnswer } from '@assay/contract';
import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik } from 'formik';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  useArchiveAlertMutation,
  useChangeAlertMutation,
  useCreateAlertMutation,
  useListAlertsQuery,
} from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Form } from '../../ui/form/Form.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import { IconDots } from '../../ui/icons/icons.ts';
import { showDone } from '../../ui/showDone.ts';
import { showFailure } from '../../ui/showFailure.ts';
import { useSendTest } from '../../ui/useSendTest.ts';
import { ActionIconOf } from './ActionIconOf.tsx';
import { AlertPreviewPanel } from './AlertPreviewPanel.tsx';
import { type AlertForm, alertFormSchema, alertRequestOf, byUrl, formOfAlert, withAction } from './alertForm.ts';
import styles from './alerts.module.css';
import { receiverOf, titleOfEvent } from './alertTexts.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { CriteriaFields } from './CriteriaFields.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { SilenceModal } from './SilenceModal.tsx';
import { SilenceNote } from './SilenceNote.tsx';
import { useAlertStatus } from './useAlertStatus.ts';

/** An alert with what it has sent, or the form of a new one (null). */
export function AlertEditor({ alert }: { alert: AlertView | null }) {
  const [create] = useCreateAlertMutation();
  const [change] = useChangeAlertMutation();
  const { refetch } = useListAlertsQuery();
  const { seen, setSeen, readNewest } = useSeen(alert, refetch);
  const [isSilencing, setIsSilencing] = useState(false);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const path = useAccountPath();
  const save = useSave<AlertForm, CommandAnswer>({
    send: (form) => {
      // Whether it is on is saved by its switch.
      const body = alertRequestOf(form, alert?.status ?? 'ACTIVE');
      return seen === null ? create({ body }) : change({ params: { id: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: async (answer, form, { resetForm }) => {
      if (seen === null) {
        await navigate(path(`alerts/${answer.id}`));
        return;
      }
      await readNewest();
      resetForm({ values: form });
      showDone('Saved');
    },
    shared: {
      noun: 'alert',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfAlert(newest);
      },
    },
  });
  // Turning it on or off, or silencing it, leaves what is in the form as it is.
  if (seen !== null && alert !== null && hasTurned(seen, alert)) setSeen(alert);
  return (
    <>
      <Formik<AlertForm>
        initialValues={seen === null ? newForm(search.get('action')) : formOfAlert(seen)}
        validationSchema={alertFormSchema(seen?.authorizationId ? null : (seen?.actionType ?? null))}
        onSubmit={save.submit}
      >
        {({ dirty, isSubmitting, values }) => (
          <Form aria-label="Alert" autoComplete="off">
            <div className={styles.head}>
              <ActionIconOf action={values.actionType} />
              <h2 className={styles.name}>{headingOf(alert, values)}</h2>
              {alert && <StatusSwitch alert={alert} />}
              {alert && <SendTest alert={alert} />}
              <Button type="submit" variant="filled" loading={isSubmitting} disabled={alert !== null && !dirty}>
                Save
              </Button>
              {alert && <MoreActions alert={alert} onSilence={() => setIsSilencing(true)} />}
            </div>
            <SaveNotice save={save} />
            {alert && <SilenceNote alert={alert} />}
            <CriteriaFields />
            <ChannelFields alert={seen} />
            <AlertPreviewPanel />
            {alert && <DeliveryLog alert={alert} />}
          </Form>
        )}
      </Formik>
      {/* Beside the form: whatever is sent in here would be sent in there as well. */}
      {alert && <SilenceModal id={alert.id} opened={isSilencing} onClose={() => setIsSilencing(false)} />}
    </>
  );
}

function hasTurned(seen: AlertView, alert: AlertView): boolean {
  return (
    seen.status !== alert.status ||
    seen.silence?.since !== alert.silence?.since ||
    seen.unsubscribed.length !== alert.unsubscribed.length
  );
}

function headingOf(alert: AlertView | null, form: AlertForm): string {
  const { eventType, actionType, destination, authorizationId } = form;
  const isSame = alert?.actionType === actionType && (alert.authorizationId ?? byUrl) === authorizationId;
  const receiver = receiverOf({ actionType, destination: destination || (isSame ? alert.destination : '') });
  return receiver === '' ? titleOfEvent(eventType) : `${titleOfEvent(eventType)} → ${receiver}`;
}

function StatusSwitch({ alert }: { alert: AlertView }) {
  const { isOn, isTurning, turn } = useAlertStatus(alert);
  return (
    <Switch
      label={isOn ? 'Active' : 'Inactive'}
      checked={isOn}
      disabled={isTurning}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
}

function SendTest({ alert: { id } }: { alert: AlertView }) {
  const { isSending, sendTest } = useSendTest(id);
  return (
    <Button loading={isSending} onClick={() => void sendTest()}>
      Send test
    </Button>
  );
}

function MoreActions({ alert: { id }, onSilence }: { alert: AlertView; onSilence: () => void }) {
  const [archive] = useArchiveAlertMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  function askToDelete(): void {
    modals.openConfirmModal({
      title: 'Delete alert',
      children: 'Are you sure you want to delete this alert?',
      labels: { confirm: 'Delete alert', cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await archive({ params: { id } });
        if (error) showFailure(error);
        else await navigate(path('alerts'));
      },
    });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onSilence}>Silence…</Menu.Item>
        <Menu.Item color="red" onClick={askToDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** @param action by which a new alert is to go, as the address says; one that there is not is left out */
function newForm(action: string | null): AlertForm {
  const blank = formOfAlert(null);
  const known = alertActions.find((one) => one === action);
  return known ? withAction(blank, known) : blank;
}
