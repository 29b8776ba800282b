import {
  byName,
  type EnvironmentRuns,
  type EnvironmentView,
  isFinished,
  type PipelineStageId,
  type PipelineStageView,
  verdictOfRun,
} from '@assay/contract';
import type { Shape } from '../../../ui/StatusShape.tsx';

/** An environment and how it stands. */
export type Card = {
  id: string;
  name: string;
  standing: Shape;
  runs: EnvironmentRuns;
};

export type Column = {
  /** The stage's id; null for environments without one. */
  id: PipelineStageId | null;
  name: string;
  cards: readonly Card[];
};

type Latest = EnvironmentRuns['latest'];

function standingOf(latest: Latest): Shape {
  const statuses = latest.map(({ run }) => run.status);
  const verdicts = latest.map(({ run }) => verdictOfRun(run));
  if (statuses.includes('FAIL')) return 'fail';
  if (statuses.some((status) => !isFinished(status))) return 'running';
  return verdicts.includes('passed') ? 'pass' : 'notRun';
}

/** What needs attention comes first. */
const ranks: Partial<Record<Shape, number>> = { fail: 0, running: 1 };

function compareStandings(a: Shape, b: Shape): number {
  return (ranks[a] ?? 2) - (ranks[b] ?? 2);
}

function compareCards(a: Card, b: Card): number {
  return compareStandings(a.standing, b.standing) || byName(a, b);
}

/** @returns the runs by how much they need attention, and the newest first among equals */
function byAttention(latest: Latest): Latest {
  return latest.toSorted((a, b) => compareStandings(standingOf([a]), standingOf([b])));
}

/** @returns a column for each stage, in the order of the pipeline, and one for environments without any, if there are */
export function columnsOf(
  stages: readonly PipelineStageView[],
  environments: readonly EnvironmentView[],
  recent: readonly EnvironmentRuns[],
): Column[] {
  const runsOf = new Map(recent.map((runs) => [runs.environmentId, runs]));
  const known = new Set(stages.map(({ id }) => id));
  const cardsOf = (belongs: (stage: PipelineStageId | null) => boolean) =>
    environments
      .filter(({ pipelineStageId }) => belongs(pipelineStageId))
      .flatMap(({ id, name }) => {
        const runs = runsOf.get(id);
        if (!runs) return [];
        const latest = byAttention(runs.latest);
        return [{ id, name, standing: standingOf(latest), runs: { ...runs, latest } }];
      })
      .sort(compareCards);
  const inOrder = stages.toSorted((a, b) => a.priority - b.priority || byName(a, b));
  const columns: Column[] = inOrder.map(({ id, name }) => ({ id, name, cards: cardsOf((stage) => stage === id) }));
  const without = cardsOf((stage) => stage === null || !known.has(stage));
  return without.length > 0 ? [...columns, { id: null, name: 'No Stage', cards: without }] : columns;
}

/** @returns the last stage that has an environment: what fails there fails for users; null without stages */
export function lastStageOf(columns: readonly Column[]): Column | null {
  return columns.findLast(({ id, cards }) => id !== null && cards.length > 0) ?? null;
}
