import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useIncludes } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { CopyableText } from '../../ui/copy/CopyableText.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import styles from './getStarted.module.css';
import { type Step, type Steps, useSteps } from './useSteps.ts';

const upload = 'assay upload results/*.xml \\\n  --project my-project \\\n  --environment local';

/** The way from an empty account to a team that sees its tests. */
export function GetStartedScreen() {
  const query = useSteps();
  return (
    <>
      <ScreenHead title="Get started" documentTitle="Get started" />
      <Loaded
        query={query}
        failed="What there is could not be looked up"
        skeleton={<RowsSkeleton rows={6} height={50} />}
        framed
      >
        {(steps) => <Checklist steps={steps} />}
      </Loaded>
    </>
  );
}

function Checklist({ steps: { firstVerdict, team } }: { steps: Steps }) {
  const all = [...firstVerdict, ...team];
  // Only the next one stands out.
  const next = all.find(({ isDone, action }) => !isDone && action);
  return (
    <>
      <Progress steps={all} />
      <div className={styles.columns}>
        <div className={styles.lists}>
          <StepList title="To the first verdict" steps={firstVerdict} next={next} />
          <StepList title="For the team" steps={team} next={next} />
        </div>
        <OtherWays />
      </div>
    </>
  );
}

function OtherWays() {
  const path = useAccountPath();
  const mayUpload = useIncludes('upload');
  return (
    <section className={styles.panel} aria-label="Other ways in">
      <h2 className={styles.head}>Other ways in</h2>
      {mayUpload && (
        <div className={styles.way}>
          <h3 className={styles.title}>Results that you have already</h3>
          <p className={styles.detail}>JUnit XML from any framework, also several files at once.</p>
          <Button component={Link} to={path('test-runs?upload')}>
            Upload Test Run
          </Button>
        </div>
      )}
      <div className={styles.way}>
        <h3 className={styles.title}>From a CI job</h3>
        <p className={styles.detail}>With a key as ASSAY_API_KEY.</p>
        <CopyableText text={upload} />
      </div>
    </section>
  );
}

function Progress({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className={styles.progress}>
      <div className={styles.bar}>
        <SegmentedBar segments={[{ shape: 'pass', count: done, label: `${done} done` }]} total={steps.length} />
      </div>
      <span>
        <strong>{done}</strong> of {steps.length} done
      </span>
      <span className={styles.detail}>
        Each ticks itself when it happens, whoever does it and however: here, by the command line or by API.
      </span>
    </div>
  );
}

function StepList({ title, steps, next }: { title: string; steps: readonly Step[]; next: Step | undefined }) {
  const path = useAccountPath();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.head}>
        {title}
        <span className={styles.detail}>
          {done} of {steps.length}
        </span>
      </h2>
      <ul className={styles.steps}>
        {steps.map((step) => {
          const { title: name, detail, isDone, action } = step;
          return (
            <li key={name} className={styles.step}>
              <StatusShape shape={isDone ? 'pass' : 'notRun'} label={isDone ? 'Done' : 'To do'} size={16} />
              <div className={styles.text}>
                <p className={isDone ? styles.done : styles.title}>{name}</p>
                <p className={styles.detail}>{detail}</p>
              </div>
              {!isDone && action && (
                <Button component={Link} to={path(action.to)} variant={step === next ? 'filled' : 'default'}>
                  {action.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
