import type { RootCause, RunAnalysisView } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './analysis.module.css';
import { Claims } from './CitedText.tsx';
import { OutgoingLink } from './OutgoingDialog.tsx';
import { RatingButtons } from './RatingButtons.tsx';
import { SuggestionList } from './SuggestionList.tsx';
import { VerdictChip } from './VerdictChip.tsx';

/** What the model says about a cause; nothing if it was not asked or does not say anything. */
export function ModelPart({ cause, analysis }: { cause: RootCause; analysis: RunAnalysisView }) {
  const { model: answer } = cause;
  const { model, testRunId } = analysis;
  if (answer === null) return null;
  return (
    <section className={styles.model} aria-label="Model">
      <div className={styles.modelHead}>
        <VerdictChip verdict={answer.verdict} />
        <h4 className={styles.modelTitle}>{answer.title}</h4>
        <RatingButtons testRunId={testRunId} rated={{ rootCauseId: cause.id }} rating={answer.rating} />
      </div>
      <Claims claims={answer.claims} />
      <SuggestionList suggestions={answer.suggestions} />
      <div className={styles.quiet}>
        {answer.claims.length > 0 && 'Cited lines were checked. '}
        {answer.droppedClaims > 0 && `${counted(answer.droppedClaims, 'claim')} dropped for lack of evidence. `}
        {model && (
          <>
            {model.name}, prompt {model.promptVersion}, {formatCount(model.characters)} characters,{' '}
            <OutgoingLink testRunId={testRunId}>what was sent</OutgoingLink>
          </>
        )}
      </div>
    </section>
  );
}
