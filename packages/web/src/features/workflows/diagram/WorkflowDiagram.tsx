import type { TestPlanView, WorkflowStep, WorkflowStepId } from '@assay/contract';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { useListTestPlansQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconListCheck, IconPlus } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfPlanRun, verdictOfPlanRun } from '../../../ui/shapeOfRun.ts';
import styles from './diagram.module.css';
import { layoutOfSteps, stepSize } from './layoutOfSteps.ts';

type Props = {
  steps: readonly WorkflowStep[];
  /** Null: they are only looked at. */
  onEdit: ((step: WorkflowStep) => void) | null;
  onAdd: ((after: WorkflowStepId) => void) | null;
};

/** Steps and the arrows between them, arranged by themselves; on a phone from top to bottom. */
export function WorkflowDiagram({ steps, onEdit, onAdd }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const { width, height, spots, lines } = useMemo(
    () => layoutOfSteps(steps, isNarrow ? 'down' : 'across'),
    [steps, isNarrow],
  );
  const { data: plans } = useListTestPlansQuery();
  const arrow = useId();
  const names = new Map<string, string>(steps.map(({ id, name }) => [id, name]));
  return (
    <section className={styles.frame} aria-label="Diagram">
      <div className={styles.diagram} style={{ width, height }} data-direction={isNarrow ? 'down' : 'across'}>
        <svg className={styles.lines} width={width} height={height} aria-hidden>
          <defs>
            <marker
              id={arrow}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto-start-reverse"
            >
              <path d="M 0 0.5 L 7 4 L 0 7.5 z" className={styles.arrow} />
            </marker>
          </defs>
          {lines.map(({ from, to, leadsBack, path }) => (
            <path
              key={`${from} ${to}`}
              d={path}
              className={styles.line}
              data-leads-back={leadsBack}
              markerEnd={`url(#${arrow})`}
            />
          ))}
        </svg>
        <ol className={styles.steps} aria-label="Steps">
          {steps.map((step) => {
            const { x, y } = spots.get(step.id) ?? { x: 0, y: 0 };
            return (
              <li
                key={step.id}
                className={styles.step}
                aria-label={step.name}
                style={{ left: x, top: y, width: stepSize.width, height: stepSize.height }}
              >
                {onEdit && (
                  <button
                    type="button"
                    className={styles.open}
                    aria-label={`Edit ${step.name}`}
                    onClick={() => onEdit(step)}
                  />
                )}
                <strong className="truncate" title={step.name} dir="auto">
                  {step.name}
                </strong>
                <span className={`${styles.description} truncate`} title={step.description ?? undefined}>
                  {step.description}
                </span>
                {step.testPlanId && <PlanOfStep id={step.testPlanId} plans={plans} />}
                <span className={styles.leads}>{leadsTo(step, names)}</span>
                {onAdd && (
                  <ActionIcon
                    size={22}
                    radius="xl"
                    variant="default"
                    className={styles.add}
                    aria-label={`Add a step after ${step.name}`}
                    onClick={() => onAdd(step.id)}
                  >
                    <IconPlus size={12} stroke={2} />
                  </ActionIcon>
                )}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** For those who do not see the arrows. */
function leadsTo({ next }: WorkflowStep, names: ReadonlyMap<string, string>): string {
  return next.length === 0 ? 'Leads nowhere' : `Leads to ${next.map((id) => names.get(id)).join(', ')}`;
}

/** The test plan that proves a step, and how its last run ended. */
function PlanOfStep({ id, plans }: { id: string; plans: readonly TestPlanView[] | undefined }) {
  const path = useAccountPath();
  if (!plans) return null;
  const plan = plans.find((one) => one.id === id);
  if (!plan) return <span className={styles.plan}>Deleted test plan</span>;
  const { name, lastRun } = plan;
  return (
    <Link
      to={path(lastRun ? `test-plans/${id}/runs?run=${lastRun.id}` : `test-plans/${id}`)}
      className={styles.plan}
      title={lastRun ? `${name}: ${verdictOfPlanRun(lastRun)}` : `${name}: not run yet`}
    >
      {lastRun ? (
        <StatusShape shape={shapeOfPlanRun(lastRun)} label={verdictOfPlanRun(lastRun)} />
      ) : (
        <IconListCheck size={14} stroke={1.75} aria-hidden />
      )}
      <span className="truncate">{name}</span>
    </Link>
  );
}
