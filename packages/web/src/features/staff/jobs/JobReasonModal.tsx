import { formFields, type ScheduledJobView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useRunJobMutation, useToggleJobMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';

/** What is about to be done to a job. */
export type JobAction = { kind: 'run' | 'turnOff' | 'turnOn'; job: ScheduledJobView };

const words = {
  run: { verb: 'Run', button: 'Run now', about: 'It runs once; its schedule stays as it is.' },
  turnOff: {
    verb: 'Turn off',
    button: 'Turn off',
    about: 'It stays off, also after a restart, until turned on again.',
  },
  turnOn: { verb: 'Turn on', button: 'Turn on', about: 'It runs again by its schedule.' },
};

const schema = object({ reason: requiredText(formFields.reason) });

/** Asks why before something is done to a job; null: nothing is. */
export function JobReasonModal({ action, onClose }: { action: JobAction | null; onClose: () => void }) {
  const title = action ? `${words[action.kind].verb} ${action.job.id}` : '';
  return (
    <Modal opened={action !== null} onClose={onClose} title={title} size={480}>
      {action && <JobReasonForm action={action} title={title} onClose={onClose} />}
    </Modal>
  );
}

type FormProps = { action: JobAction; title: string; onClose: () => void };

function JobReasonForm({ action: { kind, job }, title, onClose }: FormProps) {
  const [run] = useRunJobMutation();
  const [toggle] = useToggleJobMutation();
  const params = { id: job.id };
  const save = useSave<{ reason: string }, ScheduledJobView>({
    send: ({ reason }) =>
      kind === 'run'
        ? run({ params, body: { reason } })
        : toggle({ params, body: { reason, enabled: kind === 'turnOn' } }),
    onSaved: onClose,
  });
  const { about, button } = words[kind];
  return (
    <Formik initialValues={{ reason: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={form.stack} aria-label={title}>
          <p className={form.told}>{about}</p>
          <TextAreaField
            name="reason"
            label="Reason"
            description="Shown at the job and in the staff access log"
            rows={2}
            resize="vertical"
            required
            data-autofocus
          />
          <SaveNotice save={save} />
          <div className={form.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {button}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
