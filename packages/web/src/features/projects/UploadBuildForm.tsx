import { buildCalls, formFields, messages, type ProjectView } from '@assay/contract';
import { Formik } from 'formik';
import { mixed, object } from 'yup';
import { uploadForm } from '../../connection/uploadForm.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { UploadFooter } from '../../ui/form/UploadFooter.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSending } from '../../ui/form/useSending.ts';
import styles from './projects.module.css';

type BuildForm = { name: string; branch: string; commit: string; file: File[] };

const schema = object({
  name: requiredText(formFields.buildName),
  branch: optionalText(formFields.branch),
  commit: optionalText(formFields.commit),
  file: mixed<File[]>().test('one', messages.blank, (files) => files?.length === 1),
});

/** Uploads an archive as a build of the project, with what it was built from. */
export function UploadBuildForm({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const { sent, begin, cancel } = useSending();

  const save = useSave<BuildForm, unknown>({
    send: ({ file: files, ...fields }) => {
      const to = { params: { id: project.id } };
      return dispatch(uploadForm(buildCalls.uploadBuild, to, { fields, files, ...begin() }));
    },
    onSaved: onClose,
  });

  return (
    <Formik<BuildForm>
      initialValues={{ name: '', branch: project.defaultBranch, commit: '', file: [] }}
      validationSchema={schema}
      onSubmit={save.submit}
    >
      {({ values, errors, submitCount, setFieldValue, setFieldError, isSubmitting }) => (
        <Form className={styles.form}>
          <TextField name="name" label="Name" required disabled={isSubmitting} data-autofocus />
          <div className={form.pair}>
            <TextField name="branch" label="Branch" placeholder="Optional" disabled={isSubmitting} />
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
              save.reset();
              setFieldError('file', undefined);
              // A build is one archive: a newer choice replaces the older.
              void setFieldValue('file', files.slice(-1), submitCount > 0);
            }}
          />
          <UploadFooter
            isSending={isSubmitting}
            sent={sent}
            working="Checking the archive"
            save={save}
            onCancel={cancel}
            onClose={onClose}
          />
        </Form>
      )}
    </Formik>
  );
}
