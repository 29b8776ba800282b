import { limits, type TestPlanStageView } from '@assay/contract';
import { useDraggable } from '@dnd-kit/core';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useRemoveTestPlanStageMutation } from '../../../connection/serviceHooks.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconDots, IconMenu2, IconPencil, IconPlus, IconStairs } from '../../../ui/icons/icons.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useBoard } from './boardContext.ts';
import { Grip } from './Grip.tsx';
import { MoveItems } from './MoveItems.tsx';
import styles from './stages.module.css';
import { wordsOfExecution } from './stageWords.ts';

/** A stage's name, how its suites are run, and what an administrator does with it. */
export function StageHead({ stage, number }: { stage: TestPlanStageView; number: number }) {
  const { mayWrite, isSaving } = useBoard();
  const draggable = useDraggable({ id: stage.id, disabled: !mayWrite || isSaving });
  return (
    <div ref={draggable.setNodeRef} className={styles.head}>
      {mayWrite ? <Grip id={stage.id} name={stage.name} draggable={draggable} /> : <span />}
      <StageFacts stage={stage} number={number} />
      {mayWrite && <StageActions stage={stage} />}
    </div>
  );
}

/** What the head of a stage says. */
export function StageFacts({ stage, number }: { stage: TestPlanStageView; number: number }) {
  const { name, description, executionType, alwaysRun, suites, usualDuration } = stage;
  const Mode = executionType === 'Parallel' ? IconMenu2 : IconStairs;
  return (
    <>
      <span className={`${styles.place} tabular`}>{number}</span>
      <h2 className={`${styles.stageName} truncate`} title={name}>
        {name}
      </h2>
      <span className={styles.mode}>
        <Mode size={16} stroke={1.75} aria-hidden />
        {wordsOfExecution(stage)}
      </span>
      {alwaysRun && <Tag>always run</Tag>}
      <span className={`${styles.description} truncate`} title={description ?? undefined}>
        {description}
      </span>
      <span className={`${styles.total} tabular`}>
        {counted(suites.length, 'suite')}
        {usualDuration !== null && ` · about ${formatDuration(usualDuration)}`}
      </span>
    </>
  );
}

function StageActions({ stage }: { stage: TestPlanStageView }) {
  const { plan, onEdit } = useBoard();
  const [remove] = useRemoveTestPlanStageMutation();
  const { id, name, suites } = stage;
  const isFull = plan.suiteCount >= limits.testPlanSuites;
  const edit = () => onEdit({ kind: 'stage', stage });
  const addSuite = () => onEdit({ kind: 'suite', stage, suite: null });

  function confirm(): void {
    askToDelete({
      name,
      follows:
        suites.length === 0
          ? 'It has no suites. Runs that have started go on as they were.'
          : `Its ${counted(suites.length, 'suite')} leave the plan with it; the test suites themselves stay. Runs that have started go on as they were.`,
      remove: () => remove({ params: { id: plan.id, stageId: id } }),
    });
  }

  return (
    <span className={styles.actions}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={styles.addSuite}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        aria-label={`Add suite to ${name}`}
        disabled={isFull}
        onClick={addSuite}
      >
        Add suite
      </Button>
      <ActionIcon className={styles.wide} aria-label={`Edit ${name}`} onClick={edit}>
        <IconPencil size={16} stroke={1.75} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={edit}>Edit</Menu.Item>
          <Menu.Item disabled={isFull} onClick={addSuite}>
            Add suite
          </Menu.Item>
          <MoveItems id={id} />
          <Menu.Item color="red" onClick={confirm}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
