import { type ApiKeyScope, apiKeyScopeLabels, apiKeyScopes, type GenerateApiKeyAnswer, mcpPath } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useCreateApiKeyMutation } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { DayField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { type ApiKeyForm, apiKeyFormSchema, apiKeyRequestOf, emptyApiKey } from './apiKeyForm.ts';
import styles from './apiKeys.module.css';

const scopes = apiKeyScopes.map((value) => ({ value, label: apiKeyScopeLabels[value] }));
const explanations: Record<ApiKeyScope, string> = {
  READ: 'It sees what users see and changes nothing.',
  CI: 'It starts and cancels runs and uploads results, builds and deploys. It changes no settings.',
  CODING_AGENT:
    'It sees what users see, starts and cancels runs, and quarantines tests. It changes nothing else, and connects by the Model Context Protocol.',
  USER: 'It also changes suites and quarantines tests, as users may. It changes no settings that only administrators may.',
  CONFIGURE:
    'It also creates and changes projects, environments, pipeline stages, runner pools, test plans, triggers and alerts. It changes nothing about people, keys or sign-in.',
};

/** Makes a named key and shows it, this once. */
export function ApiKeyCreator({ onClose }: { onClose: () => void }) {
  const [create, { data: made, originalArgs }] = useCreateApiKeyMutation();
  const save = useSave<ApiKeyForm, GenerateApiKeyAnswer>({
    send: (values) => create({ body: apiKeyRequestOf(values) }),
  });
  if (made) return <MadeKey apiKey={made.key} scope={originalArgs?.body.scope} onClose={onClose} />;
  return (
    <Formik<ApiKeyForm> initialValues={emptyApiKey} validationSchema={apiKeyFormSchema} onSubmit={save.submit}>
      {({ isSubmitting, values }) => (
        <Form className={styles.form} aria-label="New API key" autoComplete="off">
          <TextField
            name="name"
            label="Name"
            required
            description="What uses it, such as the CI or a dashboard."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
          />
          <SelectField
            name="scope"
            label="Scope"
            required
            data={scopes}
            allowDeselect={false}
            description={explanations[values.scope]}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <DayField
            name="expiresAt"
            label="Expires"
            description="The last day on which it works. Without one it works until it is revoked."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Create key
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

/** @returns the entry that most coding agents take in their file of servers */
function agentSettings(apiKey: string): string {
  const url = `${window.location.origin}${mcpPath}`;
  const assay = { type: 'http', url, headers: { Authorization: `Bearer ${apiKey}` } };
  return JSON.stringify({ mcpServers: { assay } }, null, 2);
}

type MadeKeyProps = { apiKey: string; scope: ApiKeyScope | undefined; onClose: () => void };

function MadeKey({ apiKey, scope, onClose }: MadeKeyProps) {
  return (
    <div className={styles.form}>
      <p className={styles.text} role="status">
        This is the only time that the key is shown. Keep it where its program keeps its secrets.
      </p>
      <CopyableText text={apiKey} label="Copy key" isNext />
      {scope === 'CODING_AGENT' && (
        <>
          <p className={styles.text}>The server for the settings of the coding agent:</p>
          <CopyableText text={agentSettings(apiKey)} label="Copy settings" />
        </>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
