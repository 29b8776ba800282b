import type { useDraggable } from '@dnd-kit/core';
import { IconGripVertical } from '../../../ui/icons/icons.ts';
import { useBoard } from './boardContext.ts';
import styles from './stages.module.css';

type Draggable = Pick<ReturnType<typeof useDraggable>, 'listeners' | 'setActivatorNodeRef'>;

/** Lifts a stage or suite, and keeps the focus while it is carried by keyboard. */
export function Grip({ id, name, draggable }: { id: string; name: string; draggable: Draggable }) {
  const { lift, isSaving, describedBy } = useBoard();
  const isHeld = lift.lifted?.id === id && lift.lifted.by === 'keys';
  return (
    <button
      type="button"
      ref={draggable.setActivatorNodeRef}
      className={styles.grip}
      data-grip={id}
      aria-label={`Move ${name}`}
      aria-describedby={describedBy}
      aria-pressed={isHeld}
      aria-disabled={isSaving}
      {...draggable.listeners}
      onKeyDown={(event) => lift.onKeyDown(event, id)}
      onBlur={() => isHeld && lift.putBack()}
    >
      <IconGripVertical size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
