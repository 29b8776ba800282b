import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useRef } from 'react';
import { IconGripVertical } from './icons/icons.ts';
import { KeyHint } from './KeyHint.tsx';
import list from './list.module.css';
import styles from './SortableList.module.css';

type Sortable = { id: string; name: string };

type SortableListProps<Item extends Sortable> = {
  label: string;
  items: readonly Item[];
  /** Whether they stay where they are for now. */
  isFixed?: boolean;
  /** Is told the new order of the ids. */
  onMove: (ids: string[]) => void;
  children: (item: Item, place: number) => ReactNode;
};

const instructions =
  'Press Space to lift it, the arrow keys to move it, Space again to drop it, and Escape to put it back.';

/** A list that is put in order by dragging its rows by mouse, touch or keyboard; each step is announced. */
export function SortableList<Item extends Sortable>({
  label,
  items,
  isFixed = false,
  onMove,
  children,
}: SortableListProps<Item>) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A touch that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id);

  const announcements = useAnnouncements(items, placeOf);

  function drop({ active, over }: DragEndEvent): void {
    if (over === null || active.id === over.id) return;
    onMove(
      arrayMove(
        items.map(({ id }) => id),
        placeOf(active.id),
        placeOf(over.id),
      ),
    );
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: instructions },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy} disabled={isFixed}>
        <ol className={list.list} aria-label={label}>
          {items.map((item, place) => (
            <SortableRow key={item.id} item={item}>
              {children(item, place)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What is read out to who does not see it move. */
function useAnnouncements(items: readonly Sortable[], placeOf: (id: UniqueIdentifier) => number): Announcements {
  // What is lifted is over its own place at once, which would be read out in place of the lifting. On a busy machine it
  // may be over the next place by then, which is read out.
  const isJustLifted = useRef(false);
  const nameOf = (id: UniqueIdentifier) => items[placeOf(id)]?.name ?? '';
  const place = (id: UniqueIdentifier) => `place ${placeOf(id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active: { id } }) => {
      isJustLifted.current = true;
      return `${nameOf(id)} is lifted from ${place(id)}.`;
    },
    onDragOver: ({ active: { id }, over }) => {
      const wasJustLifted = isJustLifted.current;
      isJustLifted.current = false;
      if (over === null || (wasJustLifted && over.id === id)) return;
      return `${nameOf(id)} is above ${place(over.id)}.`;
    },
    onDragEnd: ({ active: { id }, over }) => `${nameOf(id)} is dropped at ${place(over?.id ?? id)}.`,
    onDragCancel: ({ active: { id } }) => `${nameOf(id)} is put back at ${place(id)}.`,
  };
}

function SortableRow({ item: { id, name }, children }: { item: Sortable; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-lifted={isDragging}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.grip}
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </button>
      {children}
      {isDragging && (
        <span className={styles.hints} aria-hidden>
          <KeyHint>↑</KeyHint>
          <KeyHint>↓</KeyHint> move <KeyHint>Space</KeyHint> drop <KeyHint>Esc</KeyHint> put back
        </span>
      )}
    </li>
  );
}
