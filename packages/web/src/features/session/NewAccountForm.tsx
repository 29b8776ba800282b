import { type CommandAnswer, formFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useCreateAccountMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';

type Values = { name: string };

const schema = object({ name: requiredText(formFields.accountName) });

/** Creates an organization, whose administrator the person becomes. */
export function NewAccountForm({ onCreated }: { onCreated: (name: string) => unknown }) {
  const [create] = useCreateAccountMutation();
  const save = useSave<Values, CommandAnswer>({
    send: ({ name }) => create({ body: { name: name.trim() } }),
    onSaved: (_answer, { name }) => onCreated(name.trim()),
  });
  return (
    <Formik<Values>
      initialValues={{ name: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form className={styles.stack} aria-label="New organization">
          <TextField
            name="name"
            label="Name"
            description="Of your team or company. It is the first part of every address, and can be changed later."
            autoComplete="organization"
            autoFocus
            data-autofocus
            size="sm"
          />
          <SaveNotice save={save} />
          <Button type="submit" variant="filled" size="sm" fullWidth loading={isSubmitting}>
            Create organization
          </Button>
        </Form>
      )}
    </Formik>
  );
}
