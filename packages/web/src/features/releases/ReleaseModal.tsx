import { type CommandAnswer, messages, type ReleaseView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import {
  useChangeReleaseMutation,
  useCreateReleaseMutation,
  useLazyGetReleaseQuery,
} from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { DayField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import { showDone } from '../../ui/showDone.ts';
import { formOfRelease, type ReleaseForm, releaseChangeOf, releaseFormSchema, settingsOf } from './releaseForm.ts';
import styles from './releases.module.css';
import { ShippedFields } from './ShippedFields.tsx';

/** What to edit: a release, a new one (null), or nothing. */
export type EditedRelease = ReleaseView | null | undefined;

type Props = {
  edited: EditedRelease;
  /** `savedId`: the release that was saved, if one was. */
  onClose: (savedId?: string) => void;
};

export function ReleaseModal({ edited, onClose }: Props) {
  const title = edited ? 'Edit release' : 'New release';
  return (
    <Modal opened={edited !== undefined} onClose={() => onClose()} title={title} size={560}>
      {edited !== undefined && <ReleaseEditor release={edited} onClose={onClose} />}
    </Modal>
  );
}

function ReleaseEditor({ release, onClose }: { release: ReleaseView | null; onClose: (savedId?: string) => void }) {
  const [create] = useCreateReleaseMutation();
  const [change] = useChangeReleaseMutation();
  const [read] = useLazyGetReleaseQuery();
  const { seen, readNewest } = useSeen(release, async () => {
    const { data } = release ? await read({ params: { id: release.id } }) : { data: undefined };
    return data ? { data: [data] } : {};
  });
  const save = useSave<ReleaseForm, CommandAnswer>({
    send: (values) => {
      if (seen) {
        const body = releaseChangeOf(values, seen);
        return change({ params: { id: seen.id }, body, ifMatch: seen.revision });
      }
      const { actualReleaseDate: _, ...body } = settingsOf(values);
      return create({ body });
    },
    onSaved: ({ id }) => {
      if (release !== null) showDone(messages.releaseUpdated);
      onClose(id);
    },
    shared: {
      noun: 'release',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfRelease(newest);
      },
    },
  });
  return (
    <Formik<ReleaseForm>
      initialValues={formOfRelease(seen)}
      validationSchema={releaseFormSchema}
      onSubmit={save.submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={form.stack} aria-label={release === null ? 'New release' : 'Edit release'}>
          <TextField name="title" label="Title" required data-autofocus />
          <TextAreaField name="description" label="Description" rows={3} resize="vertical" />
          <div className={form.pair}>
            <DayField name="proposedReleaseDate" label="Proposed release date" />
            {release !== null && <DayField name="actualReleaseDate" label="Actual release date" />}
          </div>
          <ShippedFields disabled={release !== null && release.decision !== null} />
          {release === null && (
            <p className={form.told}>
              The release gets a copy of the criteria templates. Later changes do not affect it.
            </p>
          )}
          <SaveNotice save={save} />
          <div className={styles.formActions}>
            <Button onClick={() => onClose()}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={release !== null && !dirty}>
              {release === null ? 'Create release' : 'Save'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
