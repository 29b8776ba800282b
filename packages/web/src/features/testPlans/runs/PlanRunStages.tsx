import type { TestPlanRunView, TestPlanStageResult } from '@assay/contract';
import { useState } from 'react';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { wordsOfExecution } from '../stages/stageWords.ts';
import { PlanRunSuite } from './PlanRunSuite.tsx';
import { shapeOfStage, wordOfStage } from './planRunShapes.ts';
import styles from './runs.module.css';

/** The stages of a run with their suites: open at first where something is to be seen. */
export function PlanRunStages({ run }: { run: TestPlanRunView }) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  return (
    <>
      <div className={styles.suiteTitles} aria-hidden>
        <span className={styles.nameTitle}>Stage, suite</span>
        <span>Environment</span>
        <span>Build</span>
        <span>Branch</span>
        <span>Git ref</span>
        <span>Results</span>
        <span className={styles.durationTitle}>Duration</span>
      </div>
      <ol className={styles.stages} aria-label="Stages">
        {run.stages.map((stage) => {
          const isOpen = toggled.get(stage.testPlanStageId) ?? isOpenAtFirst(stage);
          return (
            <StageOfRun
              key={stage.testPlanStageId}
              run={run}
              stage={stage}
              isOpen={isOpen}
              onToggle={() => setToggled(new Map(toggled).set(stage.testPlanStageId, !isOpen))}
            />
          );
        })}
      </ol>
    </>
  );
}

function isOpenAtFirst({ status }: TestPlanStageResult): boolean {
  return status !== 'pass' && status !== 'pending';
}

type Props = { run: TestPlanRunView; stage: TestPlanStageResult; isOpen: boolean; onToggle: () => void };

function StageOfRun({ run, stage, isOpen, onToggle }: Props) {
  const { name, order, status, alwaysRun, duration, suites } = stage;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={styles.stage} aria-label={name}>
      <div className={styles.stageHead}>
        <button
          type="button"
          className={styles.toggle}
          data-row
          aria-expanded={isOpen}
          aria-label={`${name}, ${wordOfStage(status)}`}
          onClick={onToggle}
        />
        <Chevron size={14} stroke={1.75} className={styles.chevron} aria-hidden />
        <StatusShape shape={shapeOfStage(status)} label={wordOfStage(status)} />
        <span className={`${styles.order} tabular`}>{order}</span>
        <span className={styles.stageName}>
          <strong className="truncate" title={name} dir="auto">
            {name}
          </strong>
          <span className="soft">{wordsOfExecution(stage)}</span>
          {status === 'skipped' && <Tag>Skipped</Tag>}
          {alwaysRun && <Tag>always run</Tag>}
        </span>
        <span className={`${styles.outcome} tabular`}>{outcomeOf(stage, run)}</span>
        <span className={`${styles.took} tabular`}>{duration === null ? '–' : formatDuration(duration)}</span>
      </div>
      {isOpen && (
        <ul className={styles.suites} aria-label={`Suites of ${name}`}>
          {suites.map((suite) => (
            <PlanRunSuite key={suite.testPlanSuiteId} run={run} suite={suite} />
          ))}
        </ul>
      )}
    </li>
  );
}

function outcomeOf({ status, pass, total, skippedAfter }: TestPlanStageResult, run: TestPlanRunView): string {
  if (status === 'skipped') {
    if (skippedAfter !== null) return `after ${skippedAfter} failed`;
    return run.status === 'Canceled' ? 'after Stop Run' : 'not started';
  }
  if (status === 'pending') return 'waiting';
  return `${pass} of ${total} ${total === 1 ? 'suite passes' : 'suites pass'}`;
}
