import { type CommandAnswer, formFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import type { KeyboardEvent } from 'react';
import { object } from 'yup';
import { Form } from '../../../ui/form/Form.tsx';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { KeyHint } from '../../../ui/KeyHint.tsx';
import styles from './staffAccess.module.css';

type Values = { reason: string };
type Outcome = { data: CommandAnswer; error?: undefined } | { data?: undefined; error: unknown };

const schema = object({ reason: requiredText(formFields.reason) });

function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type Props = {
  label: string;
  /** What the button says. */
  does: string;
  /** Who reads the reason. */
  readBy: string;
  send: (reason: string) => PromiseLike<Outcome>;
  onDone?: () => void;
  onCancel?: () => void;
};

/** Asks for the reason without which staff do nothing in an account; Ctrl+Enter sends it. */
export function ReasonForm({ label, does, readBy, send, onDone, onCancel }: Props) {
  const save = useSave<Values, CommandAnswer>({
    send: ({ reason }) => send(reason.trim()),
    onSaved: () => onDone?.(),
  });
  return (
    <Formik<Values> initialValues={{ reason: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form aria-label={label} leavesFreely>
          <TextAreaField
            name="reason"
            label="Reason"
            description={readBy}
            rows={2}
            resize="vertical"
            required
            data-autofocus
            onKeyDown={sendByKeys}
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {does}
            </Button>
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
            <span className={styles.key}>
              <KeyHint>Ctrl ↵</KeyHint>
            </span>
          </div>
        </Form>
      )}
    </Formik>
  );
}
