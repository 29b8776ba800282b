import { hasOwnCommand, limits, type ProjectId } from '@assay/contract';
import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useIncludes } from '../../../connection/currentUser.ts';
import { Panel } from '../home/Panel.tsx';
import type { ProjectForm } from '../projectForm.ts';
import { TrialFailure } from './TrialFailure.tsx';
import { TrialFound } from './TrialFound.tsx';
import { TrialProgress } from './TrialProgress.tsx';
import styles from './tryIt.module.css';
import { isOver, useTrial } from './useTrial.ts';

/**
 * Tries the settings in the form around it, before a test run does: an agent checks out, installs and lists the tests.
 * @param environment whose variables it gets; null: none
 * @param onProved receives settings that an agent tried from checkout to list
 */
export function TryIt({
  projectId,
  environment,
  onProved,
}: {
  projectId: ProjectId | null;
  environment: { id: string; key: string; name: string } | null;
  onProved?: (settings: ProjectForm) => void;
}) {
  const { values } = useFormikContext<ProjectForm>();
  const mayRun = useIncludes('ownRunners');
  const trial = useTrial({ projectId, environment: environment?.key ?? null });
  const { view, isGoingOn, refused, tried } = trial;
  const proved = view?.state === 'listed' ? tried : null;
  useEffect(() => {
    if (proved !== null) onProved?.(proved);
  }, [proved, onProved]);
  if (!mayRun || values.gitUrl.trim() === '') return null;
  return (
    <Panel
      title="Try it"
      note="no test runs"
      aside={
        isGoingOn ? (
          <Button size="compact-sm" disabled={view === null} onClick={() => void trial.cancel()}>
            Cancel
          </Button>
        ) : (
          <Button size="compact-sm" onClick={() => void trial.begin(values)}>
            {view === null ? 'Try it' : 'Try again'}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>{whatItDoes(values, environment?.name ?? null)}</p>
        {refused !== null && (
          <p className={styles.refused} role="alert">
            {refused}
          </p>
        )}
        {view && <TrialProgress trial={view} />}
        {view?.state === 'canceled' && <p role="status">Canceled.</p>}
        {view?.found && <TrialFound found={view.found} />}
        {view?.problem && isOver(view) && (
          <TrialFailure problem={view.problem} environment={environment} onTry={trial.begin} />
        )}
      </div>
    </Panel>
  );
}

function whatItDoes(values: ProjectForm, environment: string | null): string {
  const steps = [
    `checks out ${values.defaultBranch || 'the default branch'}`,
    'installs',
    values.buildCommand.trim() && 'builds',
    values.serverCommand.trim() && 'starts the server',
  ].filter(Boolean);
  const list = hasOwnCommand(values.testingFramework)
    ? 'and stops before the test command, by which alone the tests become known'
    : 'lists the tests, and stops';
  const variables = environment === null ? '' : ` It gets the variables of ${environment}.`;
  return `An agent ${steps.join(', ')}, ${list}. It takes one place of an agent, for at most ${limits.projectTrial.minutes} minutes, and counts as no test run anywhere.${variables}`;
}
