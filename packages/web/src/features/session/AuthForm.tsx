import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Form } from '../../ui/form/Form.tsx';
import styles from './AuthScreen.module.css';

/** The form of a screen outside of an account, named by its title: fields, and the button that sends them. */
export function AuthForm({ children, submit }: { children: ReactNode; submit: string }) {
  const { isSubmitting } = useFormikContext();
  return (
    <Form className={styles.form} aria-labelledby="auth-title" leavesFreely>
      {children}
      <Button type="submit" variant="filled" size="sm" fullWidth loading={isSubmitting} className={styles.submit}>
        {submit}
      </Button>
    </Form>
  );
}
