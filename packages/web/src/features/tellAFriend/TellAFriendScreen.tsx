import { type CommandAnswer, formFields, type TellAFriendRequest } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { object } from 'yup';
import { useGetMeQuery, useTellAFriendMutation } from '../../connection/serviceHooks.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';

const schema = object({
  email: requiredText(formFields.email),
  firstName: requiredText(formFields.personName),
  lastName: requiredText(formFields.personName),
});
const nobody: TellAFriendRequest = { email: '', firstName: '', lastName: '' };

/** Tells somebody about Assay by mail, as often as the person may. */
export function TellAFriendScreen() {
  const { data: user } = useGetMeQuery();
  if (!user) return null;
  const left = user.tellAFriendRemaining;
  return (
    <>
      <ScreenHead title="Tell a friend" documentTitle="Tell a friend" />
      <div className={styles.form}>
        {left > 0 ? (
          <TellAFriendForm left={left} />
        ) : (
          <EmptyState
            title="Nobody is left to tell"
            why="You have told as many people about Assay as you may. Thank you."
          />
        )}
      </div>
    </>
  );
}

function TellAFriendForm({ left }: { left: number }) {
  const [told, setTold] = useState<string | null>(null);
  const [tell] = useTellAFriendMutation();
  const save = useSave<TellAFriendRequest, CommandAnswer>({
    send: (values) => tell({ body: schema.cast(values) }),
    onSaved: (_answer, { firstName }, { resetForm }) => {
      setTold(firstName);
      resetForm();
    },
  });
  return (
    <FormSection title="Whom to tell">
      <Formik<TellAFriendRequest> initialValues={nobody} validationSchema={schema} onSubmit={save.submit}>
        {({ dirty, isSubmitting }) => (
          <Form className={styles.stack} aria-label="Whom to tell">
            <TextField name="email" label="Email" type="email" required data-autofocus />
            <div className={styles.pair}>
              <TextField name="firstName" label="First name" required />
              <TextField name="lastName" label="Last name" required />
            </div>
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Send mail
              </Button>
              <span className={styles.told} role="status">
                {told !== null && !dirty ? `${told} is told. ` : ''}
                {left === 1 ? 'You can tell one person.' : `You can tell ${left} people.`}
              </span>
            </div>
          </Form>
        )}
      </Formik>
    </FormSection>
  );
}
