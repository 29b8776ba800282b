import type { AlertId, CommandAnswer } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { useSilenceAlertMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import styles from './alerts.module.css';
import {
  emptySilence,
  type SilenceForm,
  silenceFormSchema,
  silenceRequestOf,
  silenceSpans,
  spanLabels,
} from './silenceForm.ts';

const spans = silenceSpans.map((value) => ({ value, label: spanLabels[value] }));

type Props = { id: AlertId; opened: boolean; onClose: () => void };

/** Asks for how long an alert is to be silent, and why. */
export function SilenceModal({ id, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Silence this alert" size={440}>
      <Silence id={id} onClose={onClose} />
    </Modal>
  );
}

function Silence({ id, onClose }: Omit<Props, 'opened'>) {
  const [silence] = useSilenceAlertMutation();
  const save = useSave<SilenceForm, CommandAnswer>({
    send: (form) => silence({ params: { id }, body: silenceRequestOf(form, new Date()) }),
    onSaved: onClose,
  });
  return (
    <Formik<SilenceForm> initialValues={emptySilence} validationSchema={silenceFormSchema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.silenceForm} aria-label="Silence this alert" autoComplete="off">
          <p className={styles.told}>
            Nothing is sent about trouble meanwhile. What was told before is still reported as fixed.
          </p>
          <SelectField name="span" label="Silent" data={spans} allowDeselect={false} />
          <TextAreaField name="reason" label="Reason" required rows={2} data-autofocus />
          <SaveNotice save={save} />
          <div className={styles.silenceActions}>
            <Button onClick={onClose}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Silence
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
