import { type AccountView, type CommandAnswer, formFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useGetAccountQuery, useRenameAccountMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';

type NameForm = { name: string };

const schema = object({ name: requiredText(formFields.accountName) });

/** The account's name, which is also the first part of every address. */
export function AccountNameForm({ account }: { account: AccountView }) {
  const [rename] = useRenameAccountMutation();
  const { refetch } = useGetAccountQuery();
  const { seen, setSeen, readNewest } = useSeen(account, async () => {
    const { data } = await refetch();
    return data ? { data: [data] } : {};
  });
  const save = useSave<NameForm, CommandAnswer>({
    send: ({ name }) => rename({ query: { name: name.trim() }, ifMatch: seen.revision }),
    onSaved: ({ revision }, values, { resetForm }) => {
      const name = values.name.trim();
      setSeen({ ...seen, name, revision });
      resetForm({ values: { name } });
    },
    shared: {
      noun: 'account',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && { name: newest.name };
      },
    },
  });
  return (
    <FormSection title="Name">
      <Formik<NameForm> initialValues={{ name: seen.name }} validationSchema={schema} onSubmit={save.submit}>
        {({ dirty, isSubmitting }) => (
          <Form className={styles.stack} aria-label="Account name">
            <TextField
              name="name"
              label="Account name"
              description="The first part of every address. Addresses with the name before still work, until another account takes it."
              required
              autoComplete="organization"
            />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
                Rename
              </Button>
              <span className={styles.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Renamed' : ''}
              </span>
            </div>
          </Form>
        )}
      </Formik>
    </FormSection>
  );
}
