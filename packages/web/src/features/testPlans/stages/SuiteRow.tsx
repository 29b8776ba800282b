import type { TestPlanStageView, TestPlanSuiteView } from '@assay/contract';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Menu } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useRemoveTestPlanSuiteMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';
import { IconDots } from '../../../ui/icons/icons.ts';
import { useBoard } from './boardContext.ts';
import { Grip } from './Grip.tsx';
import { MoveItems } from './MoveItems.tsx';
import type { Row } from './planOrder.ts';
import { SuiteCells, SuiteResult } from './SuiteCells.tsx';
import styles from './stages.module.css';

type Props = {
  stage: TestPlanStageView;
  suite: TestPlanSuiteView;
  is: Exclude<Row['is'], 'slot'>;
  /** Its place in a Sequential stage; null in a Parallel one. */
  number: number | null;
};

/** A suite of a stage. While it is carried elsewhere its row stays as a ghost: a touch goes on only on what stays. */
export function SuiteRow({ stage, suite, is, number }: Props) {
  const { mayWrite, isSaving } = useBoard();
  const draggable = useDraggable({ id: suite.id, disabled: !mayWrite || isSaving });
  const { setNodeRef: setDroppable } = useDroppable({ id: suite.id });
  const { setNodeRef: setDraggable } = draggable;
  const setRow = useCallback(
    (node: HTMLElement | null) => {
      setDraggable(node);
      setDroppable(node);
    },
    [setDraggable, setDroppable],
  );
  const { name } = suite.testSuite;
  return (
    <li ref={setRow} className={styles.row} data-row-is={is} aria-label={name}>
      {mayWrite ? <Grip id={suite.id} name={name} draggable={draggable} /> : <span />}
      <SuiteCells suite={suite} number={number} isParallel={stage.executionType === 'Parallel'} />
      <SuiteResult suite={suite} />
      {mayWrite && <SuiteMenu stage={stage} suite={suite} />}
    </li>
  );
}

function SuiteMenu({ stage, suite }: { stage: TestPlanStageView; suite: TestPlanSuiteView }) {
  const { plan, onEdit } = useBoard();
  const [remove] = useRemoveTestPlanSuiteMutation();
  const path = useAccountPath();
  const { id, project, testSuite } = suite;

  function confirm(): void {
    askToDelete({
      name: `${testSuite.name} from ${stage.name}`,
      follows: 'The plan does not run it here any more; the test suite itself stays.',
      remove: () => remove({ params: { id: plan.id, stageId: stage.id, suiteId: id } }),
    });
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={styles.menu} aria-label={`Actions of ${testSuite.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onEdit({ kind: 'suite', stage, suite })}>Edit</Menu.Item>
        <Menu.Item component={Link} to={path(`projects/${project.key}/test-suites/${testSuite.id}`)}>
          Open the test suite
        </Menu.Item>
        <MoveItems id={id} />
        <Menu.Item color="red" onClick={confirm}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
