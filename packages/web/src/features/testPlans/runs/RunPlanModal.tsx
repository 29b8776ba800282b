import type { TestPlanDetailView, TestPlanStageView, TestPlanSuiteView, TestPlanView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useGetTestPlanQuery, useStartTestPlanRunMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconPlayerPlay } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { environmentOf, versionOf } from '../stages/stageWords.ts';
import styles from './RunPlanModal.module.css';

/** Shows on what each suite would be run now, and starts the plan; null: closed. */
export function RunPlanModal({
  plan,
  onClose,
}: {
  plan: Pick<TestPlanView, 'id' | 'name'> | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={plan !== null} onClose={onClose} title={`Run ${plan?.name}`} size={640}>
      {plan && <WhatRuns id={plan.id} onClose={onClose} />}
    </Modal>
  );
}

function WhatRuns({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useGetTestPlanQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query} failed="The test plan could not be loaded" skeleton={<RowsSkeleton rows={3} height={32} />}>
      {(plan) => <Ready plan={plan} onClose={onClose} />}
    </Loaded>
  );
}

function Ready({ plan, onClose }: { plan: TestPlanDetailView; onClose: () => void }) {
  const [start, { isLoading }] = useStartTestPlanRunMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  const problems = plan.stages.flatMap(({ suites }) => suites.filter(({ problem }) => problem !== null)).length;

  async function run(): Promise<void> {
    const { data, error } = await start({ params: { id: plan.id } });
    if (!data) {
      showFailure(error);
      return;
    }
    onClose();
    await navigate(path(`test-plans/${plan.id}/runs?run=${data.id}`));
  }

  return (
    <div className={styles.dialog}>
      <p className={styles.told}>
        What each suite is run on is settled once, when the run starts: a branch has the same commit in all of them.
      </p>
      <ol className={styles.stages} aria-label="Stages">
        {plan.stages.map((stage, at) => (
          <Stage key={stage.id} stage={stage} at={at} />
        ))}
      </ol>
      {plan.lastRun?.status === 'Running' && (
        <p className={styles.warning}>A run of it is under way. The two run beside each other.</p>
      )}
      {problems > 0 && (
        <p className={styles.warning} role="status">
          {counted(problems, 'suite')} cannot be started as it stands:{' '}
          {problems === 1 ? 'its stage fails' : 'their stages fail'}.
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Go back</Button>
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
          loading={isLoading}
          onClick={() => void run()}
          data-autofocus
        >
          Run Test Plan
        </Button>
      </div>
    </div>
  );
}

function Stage({ stage: { name, suites }, at }: { stage: TestPlanStageView; at: number }) {
  return (
    <li className={styles.stage} aria-label={name}>
      <h3 className={styles.stageName}>
        <span className="soft tabular">{at + 1}</span> {name}
      </h3>
      <ul className={styles.suites}>
        {suites.map((suite) => (
          <Suite key={suite.id} suite={suite} />
        ))}
      </ul>
    </li>
  );
}

function Suite({ suite }: { suite: TestPlanSuiteView }) {
  const { project, testSuite, problem } = suite;
  const { text } = environmentOf(suite);
  const { source, now } = versionOf(suite);
  return (
    <li className={styles.suite}>
      <span className="truncate" title={`${project.name} › ${testSuite.name}`}>
        <span className="soft">{project.name} ›</span> {testSuite.name}
      </span>
      <span className="truncate" title={text}>
        {text}
      </span>
      {problem === null ? (
        <span className="truncate">
          {source}
          {now !== null && <span className="soft"> · {now}</span>}
        </span>
      ) : (
        <span className={styles.problem}>
          <StatusShape shape="ignored" label="" /> {problem}
        </span>
      )}
    </li>
  );
}
