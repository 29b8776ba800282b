import { formFields } from '@assay/contract';
import { Button, Loader, TextInput, UnstyledButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Formik } from 'formik';
import { object } from 'yup';
import { Form } from '../../../ui/form/Form.tsx';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import styles from './connect.module.css';
import type { Look } from './useLook.ts';

const schema = object({ gitUrl: requiredText(formFields.gitUrl) });

/** The URL of a repository, and how far the look at it is. */
export function RepositoryUrl({
  look,
  onLook,
  onByHand,
}: {
  look: Look;
  onLook: (gitUrl: string) => void;
  onByHand: (from: { gitUrl: string }) => void;
}) {
  const { state } = look;
  const isLooking = state.kind === 'looking';
  return (
    <Formik
      initialValues={{ gitUrl: '' }}
      validationSchema={schema}
      onSubmit={({ gitUrl }) => {
        onLook(gitUrl.trim());
        look.begin(gitUrl.trim());
      }}
    >
      {({ values, errors, submitCount, handleChange }) => {
        const refused = submitCount > 0 ? errors.gitUrl : undefined;
        const error = refused ?? (state.kind === 'failed' ? state.text : undefined);
        return (
          <Form className={styles.url} aria-label="Repository">
            <div className={styles.bar}>
              <TextInput
                name="gitUrl"
                label="Git URL"
                placeholder="https://github.com/acme/shop.git"
                className={styles.grow}
                value={values.gitUrl}
                onChange={handleChange}
                error={error}
                spellCheck={false}
                autoComplete="off"
                data-autofocus
                autoFocus
              />
              <div className={styles.barActions}>
                {isLooking ? (
                  <Button onClick={look.cancel}>Cancel</Button>
                ) : (
                  <Button
                    type="submit"
                    variant={state.kind === 'found' ? 'default' : 'filled'}
                    leftSection={<IconRefresh size={14} stroke={1.75} />}
                  >
                    {state.kind === 'found' ? 'Look again' : 'Look at it'}
                  </Button>
                )}
              </div>
            </div>
            {isLooking && (
              <p className={styles.looked} role="status">
                <Loader size={12} />
                <span>
                  Reading its branches, and of the newest commit only what tells about tests ·{' '}
                  <RunningDuration since={state.since} />
                </span>
              </p>
            )}
            {(state.kind === 'open' || state.kind === 'failed') && (
              <p className={styles.hint}>
                Assay looks for the framework, its config file and how the tests are installed and run. The address is
                https, ssh, git or a path on this machine; of a private repository with a token (
                <code>https://token@host/…</code>). Where there is none,{' '}
                <UnstyledButton className="link" onClick={() => onByHand({ gitUrl: values.gitUrl })}>
                  enter everything by hand
                </UnstyledButton>
                .
              </p>
            )}
          </Form>
        );
      }}
    </Formik>
  );
}
