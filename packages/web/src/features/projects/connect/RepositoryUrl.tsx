import { formFields } from '@assay/contract';
import { Autocomplete, Button, Loader, Modal, UnstyledButton } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { Link } from 'react-router';
import { object } from 'yup';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { IconRefresh } from '../../../ui/icons/icons.ts';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import { DeployKey } from '../deployKeys/DeployKey.tsx';
import styles from './connect.module.css';
import { RepositorySelect } from './RepositorySelect.tsx';
import type { Look } from './useLook.ts';
import { useServiceRepositories } from './useServiceRepositories.ts';

/** Of so many that fit, people type on. */
const suggestions = 50;

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
  const services = useServiceRepositories();
  const path = useAccountPath();
  const mayChoose = useMay('authorization.read');
  const [isChoosing, setIsChoosing] = useState(false);
  const mayConnect = useMay('authorization.write');

  function lookAt(gitUrl: string): void {
    onLook(gitUrl);
    look.begin(gitUrl);
  }

  return (
    <Formik initialValues={{ gitUrl: '' }} validationSchema={schema} onSubmit={({ gitUrl }) => lookAt(gitUrl.trim())}>
      {({ values, errors, submitCount, setFieldValue }) => {
        const refused = submitCount > 0 ? errors.gitUrl : undefined;
        const error = refused ?? (state.kind === 'failed' ? state.text : undefined);
        return (
          <Form className={styles.url} aria-label="Repository">
            <div className={styles.bar}>
              <Autocomplete
                name="gitUrl"
                label="Git URL"
                placeholder="https://github.com/acme/shop.git"
                className={styles.grow}
                value={values.gitUrl}
                data={services
                  .filter(({ repositories }) => repositories.length > 0)
                  .map(({ name, repositories }) => ({ group: name, items: repositories.map(({ gitUrl }) => gitUrl) }))}
                limit={suggestions}
                onChange={(gitUrl) => void setFieldValue('gitUrl', gitUrl)}
                onOptionSubmit={lookAt}
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
                  <>
                    {mayChoose && <Button onClick={() => setIsChoosing(true)}>Choose</Button>}
                    <Button
                      type="submit"
                      variant={state.kind === 'found' ? 'default' : 'filled'}
                      leftSection={<IconRefresh size={14} stroke={1.75} />}
                    >
                      {state.kind === 'found' ? 'Look again' : 'Look at it'}
                    </Button>
                  </>
                )}
              </div>
            </div>
            <Modal opened={isChoosing} onClose={() => setIsChoosing(false)} title="Choose repository" size={520}>
              <RepositorySelect
                onChoose={({ gitUrl }) => {
                  setIsChoosing(false);
                  void setFieldValue('gitUrl', gitUrl);
                  lookAt(gitUrl);
                }}
              />
            </Modal>
            {services.map(
              ({ name, failure }) =>
                failure !== null && (
                  <p key={name} className={styles.hint} role="status">
                    The repositories of {name} cannot be listed. {failure}{' '}
                    <Link className="link inText" to={path('settings/integrations')}>
                      Integrations
                    </Link>
                  </p>
                ),
            )}
            {isLooking && (
              <p className={styles.looked} role="status">
                <Loader size={12} />
                <span>
                  Reading its branches, and of the newest commit only what tells about tests ·{' '}
                  <RunningDuration since={state.since} />
                </span>
              </p>
            )}
            {state.kind !== 'found' && <DeployKey gitUrl={values.gitUrl.trim()} />}
            {(state.kind === 'open' || state.kind === 'failed') && (
              <p className={styles.hint}>
                Assay looks for the framework, its config file and how the tests are installed and run. The address is
                https, ssh, git or a path on this machine; of a private repository by ssh with a deploy key, by https
                with a token (<code>https://token@host/…</code>)
                {mayConnect && services.length === 0 && (
                  <>
                    , or with{' '}
                    <Link className="link inText" to={path('settings/integrations')}>
                      its git service connected
                    </Link>
                  </>
                )}
                . Where there is none,{' '}
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
