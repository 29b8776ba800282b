import type { ProjectId, RootCause, TestResultView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { IssueMenu } from '../analysis/IssueMenu.tsx';
import { KindMenu } from '../analysis/KindMenu.tsx';
import { Elsewhere } from '../problem/Elsewhere.tsx';
import { FixedBefore } from './FixedBefore.tsx';
import styles from './troubleshooting.module.css';
import { useTestAnalysis } from './useTestAnalysis.ts';

/** Next to the troubleshooting of a test: its cause, where else that shows, and how it was fixed before. */
export function TroubleshootingRail({ test }: { test: TestResultView }) {
  const { currentData: analysis } = useTestAnalysis(test);
  if (!analysis) return null;
  return (
    <div className={styles.rail}>
      {analysis.cause && <Cause cause={analysis.cause} test={test} />}
      <Elsewhere occurrences={analysis.elsewhere} test={test} />
      <FixedBefore analysis={analysis} />
    </div>
  );
}

function Cause({ cause, test }: { cause: RootCause; test: TestResultView }) {
  const [correcting, setCorrecting] = useState(false);
  const may = useMay('review.write');
  const { kind, kindBy, decidedBy, decidedAt } = cause;
  return (
    <section className={styles.part} aria-label="Cause">
      <h3 className={styles.title}>
        Cause <span className="soft tabular">{counted(cause.testCount, 'test')}</span>
      </h3>
      <p className={styles.causeName}>{cause.name}</p>
      <div className={styles.menus}>
        <KindMenu
          cause={cause}
          projectId={test.projectId as ProjectId}
          testRunId={test.testRunId}
          opened={correcting}
          onChange={setCorrecting}
        />
        <IssueMenu testRunId={test.testRunId} cause={cause} />
      </div>
      <p className={styles.soft}>
        {kindBy === 'PEOPLE' && (
          <>
            Set by {decidedBy?.fullName ?? 'Assay'}
            {decidedAt !== null && (
              <>
                , <RelativeTime time={decidedAt} />
              </>
            )}
            , for all failures with this cause.{' '}
          </>
        )}
        {kindBy === 'MODEL' && 'Kind suggested by the model. '}
        {kindBy === 'RULES' && (kind === 'UNKNOWN' ? 'Not classified yet. ' : 'Kind found by rules. ')}
        {may && (
          <UnstyledButton className="link" fz="inherit" onClick={() => setCorrecting(true)}>
            Correct…
          </UnstyledButton>
        )}
      </p>
    </section>
  );
}
