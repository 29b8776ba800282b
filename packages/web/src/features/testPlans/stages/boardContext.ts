import type { TestPlanDetailView, TestPlanStageView, TestPlanSuiteView } from '@assay/contract';
import { createContext, useContext } from 'react';
import type { Place, PlanOrder } from './planOrder.ts';
import type { Lift } from './useLift.ts';

/** What is open: the form of a stage, or of a suite in it; null stands for a new one. */
export type Editing =
  | { kind: 'stage'; stage: TestPlanStageView | null }
  | { kind: 'suite'; stage: TestPlanStageView; suite: TestPlanSuiteView | null };

/** What every row of the board needs. */
export type Board = {
  plan: TestPlanDetailView;
  stages: ReadonlyMap<string, TestPlanStageView>;
  suites: ReadonlyMap<string, TestPlanSuiteView>;
  mayWrite: boolean;
  isSaving: boolean;
  order: PlanOrder;
  lift: Lift;
  /** The id of the text that says how things are moved by keyboard. */
  describedBy: string;
  onEdit: (editing: Editing) => void;
  move: (id: string, to: Place) => Promise<void>;
};

export const BoardContext = createContext<Board | null>(null);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (board === null) throw new Error('rows of the board are shown within it');
  return board;
}

/** @returns a place as people count: 'stage 3, position 2', or 'position 3' of a stage. */
export function placeText({ stage, suite }: Place): string {
  return suite === null ? `position ${stage + 1}` : `stage ${stage + 1}, position ${suite + 1}`;
}
