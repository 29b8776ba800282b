import type { ProjectView, TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useMay, useMayRun } from '../../../../connection/currentUser.ts';
import {
  useChangeProjectMutation,
  useCreateTestRunMutation,
  useListEnvironmentsQuery,
  useListProjectsQuery,
} from '../../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../../connection/useAccountPath.ts';
import { adviceOf } from '../../../../ui/advice/adviceOf.ts';
import type { Remedy } from '../../../../ui/advice/remedy.ts';
import { showFailure } from '../../../../ui/showFailure.ts';
import { useMoment } from '../../replay/moment.ts';
import { useRunActions } from '../../status/useRunActions.tsx';
import styles from './RunAdvice.module.css';

/** What to change after a run that failed by something else than its tests, and buttons that do. */
export function RunAdvice({ run }: { run: TestRunView }) {
  const mayChange = useMay('project.write');
  const isNow = useMoment() === null;
  const isWanted = isNow && mayChange && run.status === 'FAIL' && run.statusCode !== null && run.upload === null;
  const { data: projects } = useListProjectsQuery(undefined, { skip: !isWanted });
  const project = projects?.find(({ id }) => id === run.projectId);
  return isWanted && project ? <Advised run={run} project={project} /> : null;
}

function Advised({ run, project }: { run: TestRunView; project: ProjectView }) {
  const path = useAccountPath();
  const mayRun = useMayRun();
  const [changeProject, { isLoading: changing }] = useChangeProjectMutation();
  const { rerun, busy } = useRunActions();
  const { data: environments } = useListEnvironmentsQuery();
  const [createTestRun, { isLoading: starting }] = useCreateTestRunMutation();
  const navigate = useNavigate();
  const advice = adviceOf(run, project);
  if (!advice) return null;

  /** A rerun has the branch of its run, so another branch needs a new run. */
  async function runAgain(branch: string | undefined): Promise<void> {
    const environment = environments?.find(({ id }) => id === run.environmentId);
    if (branch === undefined || !environment) return rerun(run, { rerunTestRun: true });
    const body = { project: project.key, environment: environment.key, branch };
    const { data, error } = await createTestRun({ body });
    if (error) showFailure(error);
    else await navigate(path(`test-runs/${data.id}`));
  }

  async function take({ change }: Remedy): Promise<void> {
    const isChange = Object.keys(change).length > 0;
    const order = { params: { id: project.id }, body: change, ifMatch: project.revision };
    const { error } = isChange ? await changeProject(order) : {};
    if (error) showFailure(error);
    else await runAgain(change.defaultBranch);
  }

  return (
    <div className={styles.advice}>
      <p className={styles.text}>{advice.text}</p>
      {mayRun &&
        advice.remedies.map((remedy) => (
          <Button
            key={remedy.label}
            size="compact-sm"
            loading={changing || busy || starting}
            title={Object.keys(remedy.change).length > 0 ? 'Changes the project, and runs again' : 'Runs again'}
            onClick={() => void take(remedy)}
          >
            {remedy.label}
          </Button>
        ))}
      {advice.field && (
        <Button
          size="compact-sm"
          component={Link}
          to={path(`projects/${project.key}/settings?field=${advice.field.name}`)}
        >
          Change the {advice.field.label}
        </Button>
      )}
      {advice.variable !== null && (
        <Button
          size="compact-sm"
          component={Link}
          to={path(`environments/${run.environmentId}?variable=${advice.variable}`)}
        >
          Set it in {environments?.find(({ id }) => id === run.environmentId)?.name ?? 'the environment'}
        </Button>
      )}
      {advice.onAgent && (
        <Link className="link" to={path('agents')}>
          Agents
        </Link>
      )}
    </div>
  );
}
