import { pollSeconds, type RunAnalysisView } from '@assay/contract';
import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useRequestRunAnalysisMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconClock, IconLock } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './analysis.module.css';
import { OutgoingLink } from './OutgoingDialog.tsx';
import { quotaText, resetText } from './quotaText.ts';

type Props = { analysis: RunAnalysisView };

/** What came of the analysis that was requested, or how to request one. */
export function AnalysisHead({ analysis }: Props) {
  const { status, refusal, modelFailure } = analysis;
  if (status === 'REQUESTED') return <Requested analysis={analysis} />;
  return (
    <section className={styles.head} aria-label="Analysis">
      <div className={styles.headText}>
        <p className={styles.summary} data-short={analysis.summary === null}>
          {analysis.summary ?? titleOf(analysis)}
        </p>
        {modelFailure !== null && <ModelFailure analysis={analysis} />}
        {refusal !== null && (status === 'NOT_REQUESTED' || modelFailure !== null) && <Refusal analysis={analysis} />}
        {status === 'NOT_REQUESTED' && refusal === null && <Outgoing analysis={analysis} />}
      </div>
      <div className={styles.headSide}>
        {status === 'COMPLETE' && <Completed analysis={analysis} />}
        {(refusal === null || refusal.reason === 'NO_MODEL') &&
          (status === 'NOT_REQUESTED' || modelFailure !== null) && <RequestButton analysis={analysis} />}
      </div>
    </section>
  );
}

function titleOf({ failedCount, causeCount, isRunning }: RunAnalysisView): string {
  if (causeCount === 0) return counted(failedCount, 'failure');
  const verb = failedCount === 1 ? 'has' : 'have';
  return `${counted(failedCount, 'failure')} ${isRunning ? 'so far ' : ''}${verb} ${counted(causeCount, 'cause')}`;
}

function RequestButton({ analysis: { testRunId, status, refusal } }: Props) {
  const may = useMay('analysis.request');
  const [request, { isLoading }] = useRequestRunAnalysisMutation();
  if (!may) return null;
  async function send(): Promise<void> {
    const { error } = await request({ params: { id: testRunId } });
    if (error !== undefined) showFailure(error);
  }
  const isFirst = status === 'NOT_REQUESTED';
  return (
    <Button
      variant={isFirst && refusal === null ? 'filled' : 'default'}
      loading={isLoading}
      onClick={() => void send()}
    >
      {isFirst ? 'Request analysis' : 'Try again'}
    </Button>
  );
}

function Outgoing({ analysis: { outgoing, quota, testRunId } }: Props) {
  const left = quotaText(quota, 'analyses');
  return (
    <div className={styles.quiet}>
      {outgoing !== null && (
        <>
          A model reads examples of {counted(outgoing.causeCount, 'cause')}: {formatCount(outgoing.characters)}{' '}
          characters, masked. <OutgoingLink testRunId={testRunId}>See what is sent</OutgoingLink>.{' '}
        </>
      )}
      {left !== null && `${left}.`}
    </div>
  );
}

function Requested({ analysis: { requestedAt, requestedBy } }: Props) {
  return (
    <section className={styles.head} aria-label="Analysis" aria-busy="true">
      <div className={styles.headText}>
        <p className={styles.requested} role="status">
          <StatusShape shape="running" label="" />
          <span>
            Requested{requestedBy && ` by ${requestedBy.fullName}`}{' '}
            {requestedAt !== null && <RelativeTime time={requestedAt} />}
          </span>
        </p>
        <Skeleton height={8} width="88%" />
        <Skeleton height={8} width="80%" />
        <Skeleton height={8} width="46%" />
        <p className={styles.quiet}>The answer appears here. You can leave this page.</p>
      </div>
      <p className={styles.headSide}>up to {answerSeconds} s</p>
    </section>
  );
}

/** What a model has for its answer. */
const answerSeconds = 12 * pollSeconds.analysis;

function Completed({ analysis: { requestedBy, completedAt, model, quota } }: Props) {
  const left = quotaText(quota, 'analyses');
  return (
    <p className={styles.quiet}>
      {model === null ? 'By rules' : 'By model'}
      {completedAt !== null && (
        <>
          , <RelativeTime time={completedAt} />
        </>
      )}
      {requestedBy && `, requested by ${requestedBy.fullName}`}
      {left !== null && (
        <>
          <br />
          {left}
        </>
      )}
    </p>
  );
}

function ModelFailure({ analysis: { modelFailure } }: Props) {
  return (
    <p className={styles.failure}>
      <IconClock size={14} stroke={1.75} aria-hidden="true" />
      <span>{modelFailure}</span>
    </p>
  );
}

function Refusal({ analysis: { refusal, quota } }: Props) {
  const path = useAccountPath();
  if (refusal === null) return null;
  if (refusal.reason === 'OPTED_OUT') {
    return (
      <div className={styles.refusal}>
        <IconLock size={14} stroke={1.75} aria-hidden="true" />
        <div>
          <p>{refusal.message}</p>
          <p className={styles.quiet}>
            Causes by rules don't need a model. Administrators can change this in{' '}
            <Link className="link inText" to={path('settings/account')}>
              Settings
            </Link>
            .
          </p>
        </div>
      </div>
    );
  }
  if (refusal.reason === 'QUOTA_USED') {
    return (
      <div className={styles.refusal}>
        <StatusShape shape="ignored" label="" />
        <div>
          <p>{refusal.message}</p>
          <p className={styles.quiet}>
            Resets on {resetText(quota)}. Finished analyses stay available, and known causes reuse them.{' '}
            <Link className="link inText" to={path('settings/account')}>
              Plans
            </Link>
          </p>
        </div>
      </div>
    );
  }
  return <p className={styles.quiet}>{refusal.message}</p>;
}
