import {
  type EnvironmentView,
  firstEnvironment,
  limits,
  type ProjectProposal,
  type ProjectView,
  type RepositoryProposals,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik, useFormikContext } from 'formik';
import { useRef, useState } from 'react';
import { useIncludes, useMaximumRunners } from '../../../connection/currentUser.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconPlayerPlay } from '../../../ui/icons/icons.ts';
import { type ProjectForm, projectFormSchema } from '../projectForm.ts';
import { TryIt } from '../tryIt/TryIt.tsx';
import { usualEnvironment } from '../usualEnvironment.ts';
import styles from './connect.module.css';
import { type Added, type ConnectForm, formOfProposal } from './connectForm.ts';
import { FoundSettings } from './FoundSettings.tsx';
import { OtherSuites } from './OtherSuites.tsx';
import { TestFiles } from './TestFiles.tsx';
import { type Then, useConnect } from './useConnect.ts';

type Props = {
  found: RepositoryProposals;
  gitUrl: string;
  proposal: ProjectProposal;
  /** The suite that is left to be added; null for none. */
  next: ProjectProposal | null;
  environments: readonly EnvironmentView[];
  projects: readonly ProjectView[];
  added: readonly Added[];
  onChoose: (proposal: ProjectProposal) => void;
  onAdded: (key: string, then: ProjectProposal) => void;
};

/** A proposed project: its settings with their reasons, to be corrected in place, and what happens by which button. */
export function ConnectProject({
  found,
  gitUrl,
  proposal,
  next,
  environments,
  projects,
  added,
  onChoose,
  onAdded,
}: Props) {
  const maximumRunners = useMaximumRunners();
  const then = useRef<Then>({ kind: 'run' });
  const [proved, setProved] = useState<ProjectForm | null>(null);
  const save = useConnect(() => then.current);
  const usual = usualEnvironment(environments);
  const from = { gitUrl, defaultBranch: found.defaultBranch, environment: usual?.key ?? '' };
  return (
    <Formik<ConnectForm>
      initialValues={formOfProposal(proposal, from, projects)}
      validationSchema={projectFormSchema(maximumRunners)}
      onSubmit={save.submit}
    >
      <Form className={styles.connect} aria-label="What was found">
        <div className={styles.columns}>
          <FoundSettings
            found={found}
            proposal={proposal}
            environments={environments}
            maximumRunners={maximumRunners}
            proved={proved}
          />
          <div className={styles.side}>
            {found.proposals.length > 1 && (
              <OtherSuites found={found} chosen={proposal} added={added} onChoose={onChoose} />
            )}
            <TestFiles proposal={proposal} />
          </div>
        </div>
        <TryFound environments={environments} onProved={setProved} />
        <SaveNotice save={save} />
        <Footer
          found={found}
          environments={environments}
          next={next}
          onThen={(kind) => {
            then.current =
              kind === 'next' && next
                ? { kind, go: (key) => onAdded(key, next) }
                : { kind: kind === 'run' ? 'run' : 'open' };
          }}
        />
      </Form>
    </Formik>
  );
}

function TryFound({
  environments,
  onProved,
}: {
  environments: readonly EnvironmentView[];
  onProved: (settings: ProjectForm) => void;
}) {
  const { values } = useFormikContext<ConnectForm>();
  const environment = environments.find(({ key }) => key === values.environment) ?? null;
  return <TryIt projectId={null} environment={environment} onProved={onProved} />;
}

function Footer({
  found,
  environments,
  next,
  onThen,
}: {
  found: RepositoryProposals;
  environments: readonly EnvironmentView[];
  next: ProjectProposal | null;
  /** What the button that is pressed is to do after the project was added. */
  onThen: (kind: Then['kind']) => void;
}) {
  const { values, isSubmitting, submitForm } = useFormikContext<ConnectForm>();
  const mayRun = useIncludes('ownRunners');
  const environment = environments.find(({ key }) => key === values.environment)?.name ?? firstEnvironment.name;
  const add = (kind: Then['kind']) => {
    onThen(kind);
    void submitForm();
  };
  return (
    <footer className={styles.footer}>
      <p className={styles.will}>
        Adds <strong>{values.name || 'the project'}</strong>
        {mayRun && (
          <>
            {' '}
            and runs its tests in <strong>{environment}</strong>
          </>
        )}{' '}
        <span className="soft">
          · {values.defaultBranch}
          {values.defaultBranch === found.branch && ` at ${found.commit.slice(0, limits.gitRefLengthOnRun)}`} ·{' '}
          {counted(Number(values.defaultMaxRunners), 'runner')}
        </span>
      </p>
      <div className={styles.footerActions}>
        {next && (
          <Button disabled={isSubmitting} title={`Then ${next.name}`} onClick={() => add('next')}>
            Add, next suite
          </Button>
        )}
        <Button variant={mayRun ? 'default' : 'filled'} disabled={isSubmitting} onClick={() => add('open')}>
          {mayRun ? 'Add without a run' : 'Add project'}
        </Button>
        {mayRun && (
          <Button
            variant="filled"
            loading={isSubmitting}
            leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
            onClick={() => add('run')}
          >
            Start first run
          </Button>
        )}
      </div>
    </footer>
  );
}
