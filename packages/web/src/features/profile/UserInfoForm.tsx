import { type CommandAnswer, formFields, type ProfileRequest, type UserView } from '@assay/contract';
import { Button, TextInput } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useChangeProfileMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';

const schema = object({
  firstName: requiredText(formFields.personName),
  lastName: requiredText(formFields.personName),
});

/** The name, which others see; the address stays as it is. */
export function UserInfoForm({ user: { firstName, lastName, email } }: { user: UserView }) {
  const [change] = useChangeProfileMutation();
  const save = useSave<ProfileRequest, CommandAnswer>({
    send: (values) => change({ body: trimmed(values) }),
    onSaved: (_answer, values, { resetForm }) => resetForm({ values: trimmed(values) }),
  });
  return (
    <FormSection title="User info">
      <Formik<ProfileRequest> initialValues={{ firstName, lastName }} validationSchema={schema} onSubmit={save.submit}>
        {({ dirty, isSubmitting }) => (
          <Form className={styles.stack} aria-label="User info">
            <div className={styles.pair}>
              <TextField name="firstName" label="First name" required autoComplete="given-name" />
              <TextField name="lastName" label="Last name" required autoComplete="family-name" />
            </div>
            <TextInput label="Email" type="email" value={email} readOnly autoComplete="email" />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
                Save
              </Button>
              <span className={styles.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Saved' : ''}
              </span>
            </div>
          </Form>
        )}
      </Formik>
    </FormSection>
  );
}

function trimmed({ firstName, lastName }: ProfileRequest): ProfileRequest {
  return { firstName: firstName.trim(), lastName: lastName.trim() };
}
