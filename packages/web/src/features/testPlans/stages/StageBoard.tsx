import type { TestPlanDetailView } from '@assay/contract';
import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useEffect, useId, useRef } from 'react';
import { type Board, BoardContext, type Editing } from './boardContext.ts';
import { CarriedStage, CarriedSuite } from './Carried.tsx';
import { LiftStatus } from './LiftStatus.tsx';
import { placeAt, rowsWith } from './planOrder.ts';
import { StageCard } from './StageCard.tsx';
import styles from './stages.module.css';
import { gateOf } from './stageWords.ts';
import { useLift } from './useLift.ts';
import { useOrderOfPlan } from './useOrderOfPlan.ts';

const instructions =
  'Press Space to lift it, the arrow keys to move it, Space again to drop it, and Escape to put it back.';

type Props = { plan: TestPlanDetailView; mayWrite: boolean; onEdit: (editing: Editing) => void };

/** The stages of a plan in their order, put in order by mouse, touch or keyboard: all share what is lifted. */
export function StageBoard({ plan, mayWrite, onEdit }: Props) {
  const { order, isSaving, move } = useOrderOfPlan(plan);
  const lift = useLift(order, isSaving, (id, to) => void move(id, to));
  const { lifted, landed } = lift;
  const area = useRef<HTMLDivElement>(null);
  const describedBy = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A touch that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
  );

  // What is dropped elsewhere is another element: the focus goes with it.
  useEffect(() => {
    if (landed?.by === 'keys') area.current?.querySelector<HTMLElement>(`[data-grip="${landed.id}"]`)?.focus();
  }, [landed]);

  const stages = new Map(plan.stages.map((stage) => [String(stage.id), stage]));
  const suites = new Map(plan.stages.flatMap((stage) => stage.suites.map((suite) => [String(suite.id), suite])));

  /** A stage is carried over stages; a suite over suites, and over a stage where it has none. */
  const collide: CollisionDetection = (args) => {
    const within = pointerWithin(args);
    const overSuites = stages.has(String(args.active.id)) ? [] : within.filter(({ id }) => suites.has(String(id)));
    return overSuites.length > 0 ? overSuites : within.filter(({ id }) => stages.has(String(id)));
  };

  function carry({ active, over }: DragMoveEvent): void {
    const { translated } = active.rect.current;
    if (over === null || translated === null) return;
    const below = translated.top + translated.height / 2 > over.rect.top + over.rect.height / 2;
    const place = placeAt(order, String(active.id), String(over.id), below);
    if (place) lift.carryTo(place);
  }

  const board: Board = { plan, stages, suites, mayWrite, isSaving, order, lift, describedBy, onEdit, move };
  const isStageLifted = lifted !== null && lifted.to.suite === null;
  const seen = order.map(({ id }) => id);
  const rows = rowsWith(seen, isStageLifted ? lifted.id : null, isStageLifted ? lifted.to.stage : null);
  const placed = rows.flatMap(({ id, is }) => (is === 'ghost' ? [] : [id]));
  return (
    <BoardContext value={board}>
      <DndContext
        sensors={sensors}
        collisionDetection={collide}
        measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
        onDragStart={({ active }) => lift.lift(String(active.id), 'pointer')}
        onDragMove={carry}
        onDragEnd={lift.drop}
        onDragCancel={lift.putBack}
        accessibility={{ announcements: silent }}
      >
        <div ref={area} className={styles.board} data-carrying={lifted?.by === 'pointer'}>
          <LiftStatus />
          {mayWrite && (
            <span id={describedBy} hidden>
              {instructions}
            </span>
          )}
          <div className={styles.titles} aria-hidden>
            <span className={styles.projectTitle}>Project</span>
            <span>Suite</span>
            <span className={styles.wide}>Environment</span>
            <span className={styles.wide}>Version</span>
            <span>Last result</span>
            <span className={styles.usual}>Usually</span>
          </div>
          <ol className={styles.stages} aria-label="Stages">
            {rows.map((row) => {
              if (row.is === 'slot') return <CarriedStage key="slot" id={row.id} />;
              const stage = stages.get(row.id);
              // A ghost shows itself as it was.
              const shown = row.is === 'ghost' ? seen : placed;
              const at = shown.indexOf(row.id);
              const gate = stage && gateOf(stages.get(shown[at - 1] ?? ''), stage);
              return stage && <StageCard key={row.id} stage={stage} number={at + 1} is={row.is} gate={gate ?? null} />;
            })}
          </ol>
          <DragOverlay dropAnimation={null}>
            {lifted?.by === 'pointer' &&
              (isStageLifted ? <CarriedStage id={lifted.id} floats /> : <CarriedSuite id={lifted.id} floats />)}
          </DragOverlay>
        </div>
      </DndContext>
    </BoardContext>
  );
}

/** `LiftStatus` says it, for every way of carrying. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
