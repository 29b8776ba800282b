import { type CommandAnswer, formFields, messages, type StaffPersonView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { object, string } from 'yup';
import { useErasePersonMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { showDone } from '../../ui/showDone.ts';

type Values = { reason: string; typed: string };

type Props = { person: StaffPersonView; onClose: () => void };

/** Asks for a reason and for the address once more before a person is erased for good; null: nobody. */
export function ErasePersonModal({ person, onClose }: { person: StaffPersonView | null; onClose: () => void }) {
  return (
    <Modal opened={person !== null} onClose={onClose} title={`Erase ${person?.fullName ?? ''}`} size={560}>
      {person && <ErasePersonForm person={person} onClose={onClose} />}
    </Modal>
  );
}

function ErasePersonForm({ person: { id, email, fullName }, onClose }: Props) {
  const [erase] = useErasePersonMutation();
  const schema = object({
    reason: requiredText(formFields.erasureReason),
    typed: string().trim().required(messages.blank).oneOf([email], 'This is not the email address of the person.'),
  });
  const save = useSave<Values, CommandAnswer>({
    send: ({ reason }) => erase({ params: { id }, body: { reason: reason.trim() } }),
    onSaved: () => {
      showDone(`${fullName} is erased.`);
      onClose();
    },
  });
  return (
    <Formik<Values> initialValues={{ reason: '', typed: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={form.stack} aria-label={`Erase ${fullName}`}>
          <p className={form.told}>
            Name, address, password, linked accounts and sessions are gone at once, in every organization, and from all
            backups made after that. What they made stays, and is shown as made by “{messages.erasedPerson}”. This
            cannot be undone.
          </p>
          <TextAreaField
            name="reason"
            label="Reason"
            description="Kept for good: it should not name the person"
            rows={2}
            resize="vertical"
            required
            data-autofocus
          />
          <TextField name="typed" label={`Type ${email} to confirm`} autoComplete="off" required />
          <SaveNotice save={save} />
          <div className={form.actions}>
            <Button type="submit" variant="filled" color="red" loading={isSubmitting}>
              Erase for good
            </Button>
            <Button onClick={onClose}>Keep the person</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
