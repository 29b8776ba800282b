import type { CommandAnswer, CriteriaTemplateView } from '@assay/contract';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { Formik } from 'formik';
import {
  useAddCriteriaTemplateMutation,
  useChangeCriteriaTemplateMutation,
  useListCriteriaTemplatesQuery,
} from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import { RuleFields } from './RuleFields.tsx';
import styles from './releases.module.css';
import { TriedRule } from './TriedRule.tsx';
import { formOfTemplate, type TemplateForm, templateChangeOf, templateOf, templateSchema } from './templateForm.ts';

/** What to edit: a template, a new one (null), or nothing. */
export type EditedTemplate = CriteriaTemplateView | null | undefined;

const answers = [
  { value: 'people', label: 'People complete it' },
  { value: 'rule', label: 'It answers itself' },
];

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
  const { refetch } = useListCriteriaTemplatesQuery({ query: {} });
  const { seen, readNewest } = useSeen(template, refetch);
  const save = useSave<TemplateForm, CommandAnswer>({
    send: (values) =>
      seen === null
        ? add({ body: templateOf(values) })
        : change({ body: { id: seen.id, ...templateChangeOf(values, seen) }, ifMatch: seen.revision }),
    onSaved: onClose,
    shared: {
      noun: 'criteria template',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfTemplate(newest);
      },
    },
  });
  return (
    <Formik<TemplateForm> initialValues={formOfTemplate(seen)} validationSchema={templateSchema} onSubmit={save.submit}>
      {({ values, dirty, isSubmitting, setFieldValue }) => (
        <Form className={form.stack} aria-label="Release criteria template">
          <TextField name="text" label="Text" required placeholder="Release notes are written" data-autofocus />
          <SegmentedControl
            aria-label="Answer"
            className={styles.choice}
            data={answers}
            value={values.answeredBy}
            onChange={(answeredBy) => void setFieldValue('answeredBy', answeredBy)}
          />
          {values.answeredBy === 'rule' && <RuleFields />}
          <TriedRule />
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
