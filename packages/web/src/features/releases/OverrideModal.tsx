import { type CommandAnswer, formFields, type ReleaseCriterionView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useOverrideReleaseCriterionMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import styles from './releases.module.css';

type OverrideForm = { reason: string };
const schema = object({ reason: requiredText(formFields.overrideReason) });

type Props = { opened: boolean; criterion: ReleaseCriterionView; onClose: () => void };

/** Asks why a criterion counts as met although its rule does not say so. */
export function OverrideModal({ opened, criterion, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Override criterion" size={520}>
      {opened && <OverrideEditor criterion={criterion} onClose={onClose} />}
    </Modal>
  );
}

function OverrideEditor({ criterion: { releaseId, id, text, answer }, onClose }: Omit<Props, 'opened'>) {
  const [override] = useOverrideReleaseCriterionMutation();
  const save = useSave<OverrideForm, CommandAnswer>({
    send: ({ reason }) => override({ params: { releaseId, id }, body: { reason: reason.trim() } }),
    onSaved: onClose,
  });
  return (
    <Formik<OverrideForm> initialValues={{ reason: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={form.stack} aria-label="Override criterion">
          <p className={form.told}>
            <strong className={styles.wrapped}>{text}</strong>
            <br />
            {answer?.reason}
          </p>
          <TextAreaField
            name="reason"
            label="Reason"
            description="Shown with the criterion, and kept with the decision"
            rows={3}
            resize="vertical"
            required
            data-autofocus
          />
          <SaveNotice save={save} />
          <div className={styles.formActions}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Override
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
