import { type TestAnalysisView, type TestResultView, testKeyOf } from '@assay/contract';
import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { failureText } from '../../../ui/showFailure.ts';
import { Claims } from '../analysis/CitedText.tsx';
import { OutgoingLink } from '../analysis/OutgoingDialog.tsx';
import { quotaText, resetText } from '../analysis/quotaText.ts';
import { RatingButtons } from '../analysis/RatingButtons.tsx';
import { SuggestionList } from '../analysis/SuggestionList.tsx';
import { VerdictChip } from '../analysis/VerdictChip.tsx';
import { SuggestionText } from './SuggestionText.tsx';
import styles from './troubleshooting.module.css';
import type { useSuggestion } from './useSuggestion.ts';

type Props = { analysis: TestAnalysisView; test: TestResultView; suggestion: ReturnType<typeof useSuggestion> };

/** What to do about the failure, or why no suggestion can be requested. */
export function Suggestion(props: Props) {
  return (
    <section aria-label="Suggestion">
      <div className={styles.heading}>
        <h3>Suggestion</h3>
      </div>
      <div className={styles.card}>
        <Content {...props} />
      </div>
    </section>
  );
}

function Content({ analysis, test, suggestion: { isSending, error, request } }: Props) {
  const { status, suggestion, formattedAnalysisText, modelFailure, refusal } = analysis;
  if (suggestion !== null || formattedAnalysisText !== null) return <Answer analysis={analysis} test={test} />;
  if (status === 'REQUESTED' || isSending) return <Awaited />;
  if (refusal !== null && refusal.reason !== 'NO_MODEL') return <Refusal analysis={analysis} />;
  const why = modelFailure ?? (error === undefined ? null : failureText(error));
  return (
    <>
      <p>{why ?? (status === 'COMPLETE' ? 'The model has no suggestion for this failure.' : 'Not requested yet.')}</p>
      {request && (why !== null || status === 'NOT_REQUESTED') && (
        <Button size="compact-sm" onClick={request}>
          {why === null ? 'Request suggestion' : 'Try again'}
        </Button>
      )}
      <Left analysis={analysis} test={test} />
    </>
  );
}

function Answer({ analysis, test }: Pick<Props, 'analysis' | 'test'>) {
  const { suggestion, formattedAnalysisText, cause, isFromCause, id } = analysis;
  const of = isFromCause ? {} : { testRunTestId: id };
  return (
    <>
      {suggestion !== null && (
        <div className={styles.cardHead}>
          <VerdictChip verdict={suggestion.verdict} />
          <h4>{suggestion.title}</h4>
          {cause !== null && (
            <RatingButtons
              testRunId={test.testRunId}
              rated={{ rootCauseId: cause.id, ...of }}
              rating={suggestion.rating}
            />
          )}
        </div>
      )}
      {suggestion === null && formattedAnalysisText !== null && <SuggestionText html={formattedAnalysisText} />}
      {suggestion !== null && <Claims claims={suggestion.claims} />}
      {suggestion !== null && <SuggestionList suggestions={suggestion.suggestions} />}
      <Left analysis={analysis} test={test} />
    </>
  );
}

/** What it cost, what is left, and what the model reads. */
function Left({ analysis, test }: Pick<Props, 'analysis' | 'test'>) {
  const { isFromCause, quota, suggestion, refusal, modelFailure } = analysis;
  const left = quotaText(quota, 'suggestions');
  const why = modelFailure ?? refusal?.message ?? null;
  const sentences = [
    ...(suggestion === null && why !== null ? [why.replace(/\.$/, '')] : []),
    ...(suggestion !== null && isFromCause ? ["From the run's analysis, no quota used"] : []),
    ...(left === null ? [] : [left]),
    ...(suggestion === null ? [] : ['Nothing is applied automatically']),
  ];
  const isSent = suggestion !== null || (refusal === null && analysis.cause !== null);
  if (sentences.length === 0 && !isSent) return null;
  return (
    <div className={styles.soft}>
      {sentences.map((sentence) => `${sentence}. `)}
      {isSent && (
        <OutgoingLink testRunId={test.testRunId} testKey={isFromCause ? undefined : testKeyOf(test.testId, test.copy)}>
          {suggestion === null ? 'See what is sent' : 'See what was sent'}
        </OutgoingLink>
      )}
    </div>
  );
}

function Awaited() {
  return (
    <div className={styles.awaited} role="status" aria-busy="true">
      <p className={styles.fix}>
        <StatusShape shape="running" label="" />
        <span>Requested. The answer appears here.</span>
      </p>
      <Skeleton height={8} width="88%" />
      <Skeleton height={8} width="62%" />
    </div>
  );
}

function Refusal({ analysis: { refusal, quota } }: Pick<Props, 'analysis'>) {
  const path = useAccountPath();
  if (refusal === null) return null;
  return (
    <>
      <p className={styles.refusal}>{refusal.message}</p>
      {refusal.reason === 'QUOTA_USED' && (
        <p className={styles.soft}>
          Resets on {resetText(quota)}. Known causes reuse finished analyses.{' '}
          <Link className="link inText" to={path('settings/account')}>
            Plans
          </Link>
        </p>
      )}
      {refusal.reason === 'OPTED_OUT' && (
        <p className={styles.soft}>
          Administrators can change this in{' '}
          <Link className="link inText" to={path('settings/account')}>
            Settings
          </Link>
          .
        </p>
      )}
    </>
  );
}
