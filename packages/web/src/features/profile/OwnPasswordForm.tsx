import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { object, string } from 'yup';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { type SaveOptions, useSave } from '../../ui/form/useSave.ts';

type Values = { currentPassword: string };

const schema = object({ currentPassword: string().required(messages.blank) });

type Props<Answer> = {
  /** What happens once the password is right: also the name of the form. */
  action: string;
  color?: string;
  onCancel: () => void;
} & Pick<SaveOptions<Values, Answer>, 'send' | 'onSaved'>;

/** Asks for the password of who is signed in, before something that guards the login. */
export function OwnPasswordForm<Answer>({ action, color, onCancel, send, onSaved }: Props<Answer>) {
  const save = useSave<Values, Answer>({ send, onSaved });
  return (
    <Formik<Values> initialValues={{ currentPassword: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.stack} aria-label={action}>
          <PasswordField
            name="currentPassword"
            label="Your password"
            autoComplete="current-password"
            maw={360}
            autoFocus
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" color={color} loading={isSubmitting}>
              {action}
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
