import { type CommandAnswer, formFields, type ProjectView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { object } from 'yup';
import { useMay } from '../../connection/currentUser.ts';
import { useAttachTestCodeMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { RepositorySelect } from './connect/RepositorySelect.tsx';
import home from './home/home.module.css';
import { Panel } from './home/Panel.tsx';

type AttachFields = { gitUrl: string; defaultBranch: string };

const schema = object({
  gitUrl: requiredText(formFields.gitUrl),
  defaultBranch: optionalText(formFields.branch),
});

/** What a project without a repository runs, and a way to give it one. */
export function AttachTestCode({ project }: { project: ProjectView }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayWrite = useMay('project.write');
  return (
    <Panel title="Repository" note="none">
      <div className={home.facts}>
        <p>Tests are run from uploaded builds.</p>
        {mayWrite && (
          <Button size="compact-sm" onClick={() => setIsOpen(true)}>
            Attach test code
          </Button>
        )}
      </div>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Attach test code" size={520}>
        <AttachForm project={project} onClose={() => setIsOpen(false)} />
      </Modal>
    </Panel>
  );
}

function AttachForm({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const [attach] = useAttachTestCodeMutation();
  const [isChoosing, setIsChoosing] = useState(false);
  const save = useSave<AttachFields, CommandAnswer>({
    send: ({ gitUrl, defaultBranch }) => {
      const branch = defaultBranch.trim();
      const body = { gitUrl: gitUrl.trim(), ...(branch === '' ? {} : { defaultBranch: branch }) };
      return attach({ params: { id: project.id }, body, ifMatch: project.revision });
    },
    onSaved: onClose,
  });
  return (
    <Formik<AttachFields>
      initialValues={{ gitUrl: '', defaultBranch: '' }}
      validationSchema={schema}
      onSubmit={save.submit}
    >
      {({ isSubmitting, setValues }) =>
        isChoosing ? (
          <div className={styles.form}>
            <RepositorySelect
              onChoose={({ gitUrl, defaultBranch }) => {
                void setValues({ gitUrl, defaultBranch: defaultBranch ?? '' });
                setIsChoosing(false);
              }}
            />
            <div className={styles.actions}>
              <Button onClick={() => setIsChoosing(false)}>Go back</Button>
            </div>
          </div>
        ) : (
          <Form className={styles.form} aria-label="Attach test code">
            <TextField
              name="gitUrl"
              label="Git URL"
              required
              placeholder="https://github.com/acme/shop.git"
              spellCheck={false}
              autoComplete="off"
              data-autofocus
            />
            <TextField name="defaultBranch" label="Default branch" placeholder="That of the repository" />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Attach
              </Button>
              <Button onClick={onClose}>Cancel</Button>
              <Button variant="subtle" onClick={() => setIsChoosing(true)}>
                Choose repository
              </Button>
            </div>
          </Form>
        )
      }
    </Formik>
  );
}
