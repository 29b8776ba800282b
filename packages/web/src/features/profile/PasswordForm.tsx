import { messages, type UserView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useMemo } from 'react';
import { object, string } from 'yup';
import { useChangePasswordMutation, useListExternalIdentitiesQuery } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { PasswordField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordSchema,
  noNewPassword,
  usePasswordMinLength,
} from '../../ui/form/NewPasswordFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';

type PasswordChange = { currentPassword: string } & NewPassword;

const currentPassword = string().required(messages.blank);

/** Nothing for somebody without a password: the section of the providers says how to set one. */
export function PasswordForm({ user }: { user: UserView }) {
  const { data: ways } = useListExternalIdentitiesQuery();
  const minLength = usePasswordMinLength();
  const schema = useMemo(() => object({ currentPassword, ...newPasswordSchema(minLength) }), [minLength]);
  const [change] = useChangePasswordMutation();
  const save = useSave<PasswordChange, null>({
    send: ({ currentPassword, password }) => change({ body: { currentPassword, password } }),
    onSaved: (_answer, _values, { resetForm }) => resetForm(),
  });
  if (ways?.hasPassword === false) return null;
  return (
    <FormSection title="Password">
      <Formik<PasswordChange>
        initialValues={{ currentPassword: '', ...noNewPassword }}
        validationSchema={schema}
        onSubmit={save.submit}
      >
        {({ dirty, isSubmitting }) => (
          <Form className={styles.stack} aria-label="Password">
            {/* Tells password managers whose password it is. */}
            <input type="email" autoComplete="username" value={user.email} readOnly hidden />
            <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
            <div className={styles.pair}>
              <NewPasswordFields label="New password" />
            </div>
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Change password
              </Button>
              <span className={styles.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Changed. All other sessions were signed out.' : ''}
              </span>
            </div>
          </Form>
        )}
      </Formik>
    </FormSection>
  );
}
