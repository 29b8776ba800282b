import { type CommandAnswer, formFields, type RestoreRequest } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { Form } from '../form/Form.tsx';
import { requiredText } from '../form/fieldSchemas.ts';
import { TextAreaField } from '../form/fields.tsx';
import { SaveNotice } from '../form/SaveNotice.tsx';
import { useSave } from '../form/useSave.ts';
import styles from './auditTrail.module.css';
import type { Version } from './versions.ts';

type Outcome = { data: CommandAnswer; error?: undefined } | { data?: undefined; error: unknown };

/** Sends the restoration of a version of the thing as it was last seen. */
export type SendRestore = (request: RestoreRequest) => PromiseLike<Outcome>;

type RestoreModalProps = {
  version: Version;
  isOpen: boolean;
  onClose: () => void;
  send: SendRestore;
  onRestored: () => void;
};

const restoreSchema = object({ reason: requiredText(formFields.reason) });

/** Asks why a version is to be restored. */
export function RestoreModal({ version, isOpen, onClose, send, onRestored }: RestoreModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Restore version ${version.number}?`} size={520}>
      <RestoreForm
        version={version}
        send={send}
        onClose={onClose}
        onRestored={() => {
          onClose();
          onRestored();
        }}
      />
    </Modal>
  );
}

function RestoreForm({ version, send, onClose, onRestored }: Omit<RestoreModalProps, 'isOpen'>) {
  const save = useSave<{ reason: string }, CommandAnswer>({
    send: ({ reason }) => send({ revision: version.revision, reason: reason.trim() }),
    onSaved: onRestored,
  });
  return (
    <Formik initialValues={{ reason: '' }} validationSchema={restoreSchema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.form} aria-label="Restore">
          <p className={styles.told}>It becomes a new version. The log keeps who restored it, and why.</p>
          <TextAreaField name="reason" label="Reason" required rows={3} data-autofocus />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Restore
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
