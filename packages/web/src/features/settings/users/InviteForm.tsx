import { type CommandAnswer, type InviteRequest, limits, roleLabels, roleTypes } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useRef, useState } from 'react';
import { useInviteUserMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { emptyInvite, inviteFormSchema, inviteRequestOf } from './inviteRequest.ts';
import styles from './users.module.css';

const roles = roleTypes.map((value) => ({ value, label: roleLabels[value] }));

/** Invites one person after the other: it stays open, empty again, after each. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const [invite] = useInviteUserMutation();
  const [invited, setInvited] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const save = useSave<InviteRequest, CommandAnswer>({
    send: (values) => {
      setInvited(null);
      return invite({ body: inviteRequestOf(values) });
    },
    onSaved: (_answer, { email }, { resetForm }) => {
      setInvited(email.trim());
      resetForm();
      first.current?.focus();
    },
  });
  return (
    <Formik<InviteRequest> initialValues={emptyInvite} validationSchema={inviteFormSchema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.inviteForm} aria-label="Invite somebody" autoComplete="off">
          <TextField name="email" label="Email" type="email" required autoFocus spellCheck={false} ref={first} />
          <TextField name="firstName" label="First name" required />
          <TextField name="lastName" label="Last name" required />
          <SelectField name="roleType" label="Role" required data={roles} allowDeselect={false} />
          <div className={styles.inviteActions}>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Send invitation
            </Button>
            <Button onClick={onClose}>Go back</Button>
          </div>
          <p className={styles.inviteHint}>
            The link works once, for {limits.invitationDays} days, and only for this address.{' '}
            <span role="status" className={styles.done}>
              {invited !== null && `${invited} is invited. Where mail does not arrive, copy the link below.`}
            </span>
          </p>
          <SaveNotice save={save} />
        </Form>
      )}
    </Formik>
  );
}
