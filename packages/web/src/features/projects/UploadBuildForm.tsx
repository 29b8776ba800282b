import { buildCalls, formFields, messages, type ProjectView } from '@assay/contract';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { mixed, object } from 'yup';
import { uploadForm } from '../../connection/uploadForm.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { showRefused } from '../../ui/form/formErrors.ts';
import { UploadFooter } from '../../ui/form/UploadFooter.tsx';
import { useSending } from '../../ui/form/useSending.ts';
import styles from './projects.module.css';

type BuildForm = { name: string; branch: string; commit: string; file: File[] };

const schema = object({
  name: requiredText(formFields.buildName),
  branch: optionalText(formFields.branch),
  commit: optionalText(formFields.commit),
  file: mixed<File[]>().test('one', messages.blank, (files) => files?.length === 1),
});

/** An archive becomes a build of the project, with what it was built of. */
export function UploadBuildForm({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [refused, setRefused] = useState<string | null>(null);
  const { sent, begin, cancel } = useSending();

  async function submit(values: BuildForm, helpers: FormikHelpers<BuildForm>): Promise<void> {
    const { file: files, ...fields } = values;
    setRefused(null);
    const to = { params: { id: project.id } };
    const outcome = await dispatch(uploadForm(buildCalls.uploadBuild, to, { fields, files, ...begin() }));
    if (outcome.kind === 'canceled') return;
    if (outcome.kind === 'taken') {
      onClose();
      return;
    }
    setRefused(await showRefused(helpers, outcome.error, values));
  }

  return (
    <Formik<BuildForm>
      initialValues={{ name: '', branch: project.defaultBranch, commit: '', file: [] }}
      validationSchema={schema}
      onSubmit={submit}
    >
      {({ values, errors, submitCount, setFieldValue, setFieldError, isSubmitting }) => (
        <Form noValidate className={styles.form}>
          <TextField name="name" label="Name" required disabled={isSubmitting} data-autofocus />
          <div className={form.pair}>
            <TextField name="branch" label="Branch" placeholder="Not said" disabled={isSubmitting} />
            <TextField name="commit" label="Commit" placeholder="The newest" disabled={isSubmitting} />
          </div>
          <FileDrop
            label="Archive"
            hint="A zip, tar.gz or tar file of what the tests need"
            accept=".zip,.tgz,.gz,.tar,application/zip,application/gzip,application/x-tar"
            files={values.file}
            disabled={isSubmitting}
            error={submitCount > 0 && errors.file ? String(errors.file) : undefined}
            onChange={(files) => {
              setRefused(null);
              setFieldError('file', undefined);
              // One archive is a build: a newer choice takes the place of the older.
              void setFieldValue('file', files.slice(-1), submitCount > 0);
            }}
          />
          <UploadFooter
            isSending={isSubmitting}
            sent={sent}
            working="Checking the archive"
            refused={refused}
            onCancel={cancel}
            onClose={onClose}
          />
        </Form>
      )}
    </Formik>
  );
}
