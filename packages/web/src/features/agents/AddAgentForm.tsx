import { formFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useCreateAgentTokenMutation } from '../../connection/serviceHooks.ts';
import { CopyableText } from '../../ui/copy/CopyableText.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import styles from './agents.module.css';

type TokenForm = { name: string };

const schema = object({ name: requiredText(formFields.name) });

/** Makes a token and shows, only once, the command that starts an agent with it. */
export function AddAgentForm({ onClose }: { onClose: () => void }) {
  const [create, { data }] = useCreateAgentTokenMutation();
  const save = useSave<TokenForm, unknown>({ send: ({ name }) => create({ body: { name: name.trim() } }) });
  if (data) {
    return (
      <div className={styles.form}>
        <p className={styles.text}>
          Run this on the machine that is to run tests; it needs Node and git. In PowerShell, write npx.cmd for npx. The
          token is shown this once.
        </p>
        <CopyableText text={startCommand(data.token)} label="Copy command" />
        <div className={styles.actions}>
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Formik<TokenForm> initialValues={{ name: '' }} validationSchema={schema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.form}>
          <TextField
            name="name"
            label="Name"
            description="What the token is for, such as the machine or the team."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            data-autofocus
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Make a token
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

/** The build names the package by its content: npx would reuse an older one of the same name. */
const agentPackage: string = import.meta.env.VITE_AGENT_PACKAGE ?? 'agent.tgz';

/** Quoted, as shells expand a question mark. */
function startCommand(token: string): string {
  const { origin } = window.location;
  return `npx --yes "${origin}/${agentPackage}" --url ${origin} --token ${token} --capacity 2`;
}
