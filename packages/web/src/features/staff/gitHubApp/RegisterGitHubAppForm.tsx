import { type GitHubAppView, gitHubAppRights, webhookProblemOf } from '@assay/contract';
import { Button, Radio } from '@mantine/core';
import { Formik, useField, useFormikContext } from 'formik';
import { browser } from '../../../connection/browser.ts';
import { useRegisterGitHubAppMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { CheckboxField, TextField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import styles from './gitHubApp.module.css';
import {
  emptyGitHubApp,
  type GitHubAppForm,
  gitHubAddressOf,
  gitHubAppRequestOf,
  gitHubAppSchema,
} from './gitHubAppForm.ts';

const levels = { read: 'read', write: 'read and write' } as const;

/** Asks where the app is to be, and leads to GitHub, which shows it and makes it. */
export function RegisterGitHubAppForm({ app }: { app: GitHubAppView }) {
  const { publicUrl } = app;
  const [register] = useRegisterGitHubAppMutation();
  const save = useSave<GitHubAppForm, { url: string }>({
    send: (values) => register({ body: gitHubAppRequestOf(values) }),
    onSaved: ({ url }) => browser.leaveFor(url),
  });
  return (
    <Formik<GitHubAppForm> initialValues={emptyGitHubApp} validationSchema={gitHubAppSchema} onSubmit={save.submit}>
      {({ values, isSubmitting }) => (
        <Form className={styles.register} aria-label="Register a GitHub App">
          <FormSection title="The app">
            <Choice
              name="where"
              label="GitHub"
              choices={[
                ['public', 'github.com'],
                ['own', 'GitHub Enterprise Server'],
              ]}
            />
            {values.where === 'own' && (
              <TextField name="address" label="Address" placeholder="https://github.example.org" type="url" required />
            )}
            <Choice
              name="owner"
              label="Owner"
              choices={[
                ['organization', 'An organization'],
                ['person', 'Yourself'],
              ]}
            />
            {values.owner === 'organization' && (
              <TextField
                name="organization"
                label="Organization"
                description="Its name in the address of its page at GitHub; you are one of its owners there"
                autoCapitalize="off"
                spellCheck={false}
                required
              />
            )}
            <CheckboxField
              name="isPublic"
              label="Others than the owner may install it"
              description="For repositories of other organizations and people; GitHub calls such an app public"
            />
            <PushesField publicUrl={publicUrl} />
            <Elsewhere publicUrl={publicUrl} />
            <SaveNotice save={save} />
            <div className={form.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Continue to GitHub
              </Button>
            </div>
          </FormSection>
          <FormSection title="What GitHub will ask">
            <p className={form.told}>
              To sign in, to name the app, and to confirm it. It comes back here by itself, with its keys, which are
              stored encrypted. The app may then do this, in repositories that it is installed on:
            </p>
            <dl className={styles.permissions}>
              {gitHubAppRights.map(({ id, level, name, why }) => (
                <div key={id}>
                  <dt>
                    {name} <span className="soft">{levels[level]}</span>
                  </dt>
                  <dd>{why}</dd>
                </div>
              ))}
            </dl>
          </FormSection>
        </Form>
      )}
    </Formik>
  );
}

type ChoiceProps = { name: string; label: string; choices: readonly (readonly [value: string, label: string])[] };

function Choice({ name, label, choices }: ChoiceProps) {
  const [{ value }, , { setValue }] = useField<string>(name);
  return (
    <Radio.Group label={label} value={value} onChange={(next) => void setValue(next)}>
      <div className={styles.choices}>
        {choices.map(([choice, text]) => (
          <Radio key={choice} value={choice} label={text} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Whether the app tells of pushes, or why it cannot. */
function PushesField({ publicUrl }: { publicUrl: string }) {
  const { values } = useFormikContext<GitHubAppForm>();
  const problem = webhookProblemOf(publicUrl, gitHubAddressOf(values));
  if (problem === null) {
    return (
      <CheckboxField
        name="hasWebhook"
        label="It tells Assay of pushes"
        description="New branches and commits are seen at once"
      />
    );
  }
  return <p className={form.told}>{problem} So it tells of no pushes: new commits are seen within the hour.</p>;
}

/** GitHub sends the browser back to one address, where it has to be known. */
function Elsewhere({ publicUrl }: { publicUrl: string }) {
  if (new URL(publicUrl).origin === window.location.origin) return null;
  return (
    <p className={form.refused} role="note">
      GitHub sends you back to {publicUrl}, and you are at {window.location.origin}.{' '}
      <a className="link inText" href={new URL(window.location.pathname, publicUrl).href}>
        Go on there
      </a>
      , or have ASSAY_PUBLIC_URL corrected.
    </p>
  );
}
