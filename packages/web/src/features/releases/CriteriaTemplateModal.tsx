import { type CommandAnswer, type CriteriaTemplateView, formFields } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import {
  useAddCriteriaTemplateMutation,
  useChangeCriteriaTemplateMutation,
  useListCriteriaTemplatesQuery,
} from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import styles from './releases.module.css';

/** What to edit: a template, a new one (null), or nothing. */
export type EditedTemplate = CriteriaTemplateView | null | undefined;

type TemplateForm = { text: string };
const schema = object({ text: requiredText(formFields.criterionText) });

export function CriteriaTemplateModal({ edited, onClose }: { edited: EditedTemplate; onClose: () => void }) {
  return (
    <Modal opened={edited !== undefined} onClose={onClose} title="Release criteria template" size={520}>
      {edited !== undefined && <TemplateEditor template={edited} onClose={onClose} />}
    </Modal>
  );
}

function TemplateEditor({ template, onClose }: { template: CriteriaTemplateView | null; onClose: () => void }) {
  const [add] = useAddCriteriaTemplateMutation();
  const [change] = useChangeCriteriaTemplateMutation();
  const { refetch } = useListCriteriaTemplatesQuery();
  const { seen, readNewest } = useSeen(template, refetch);
  const save = useSave<TemplateForm, CommandAnswer>({
    send: ({ text }) =>
      seen === null
        ? add({ body: { text: text.trim() } })
        : change({ body: { id: seen.id, text: text.trim() }, ifMatch: seen.revision }),
    onSaved: onClose,
    shared: {
      noun: 'criteria template',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && { text: newest.text };
      },
    },
  });
  return (
    <Formik<TemplateForm> initialValues={{ text: seen?.text ?? '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ dirty, isSubmitting }) => (
        <Form className={form.stack} aria-label="Release criteria template">
          <TextField name="text" label="Text" required placeholder="Release notes are written" data-autofocus />
          <SaveNotice save={save} />
          <div className={styles.formActions}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={template !== null && !dirty}>
              {template === null ? 'Add criterion' : 'Save'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
