import type { AlertKind, AlertPreview, AlertRequest, HeldBackReason } from '@assay/contract';
import { useFormikContext } from 'formik';
import { asServiceError } from '../../connection/serviceError.ts';
import { usePreviewAlertQuery } from '../../connection/serviceHooks.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { type AlertForm, alertRequestOf } from './alertForm.ts';
import styles from './alerts.module.css';
import { MessageDays } from './MessageDays.tsx';
import { shapeOfKind } from './messageDays.ts';

/** What the alert would have sent in the last 30 days, as it stands in the form. */
export function AlertPreviewPanel() {
  const { values } = useFormikContext<AlertForm>();
  // Where it goes changes nothing about it.
  const { destination: _, authorizationId: __, status: ___, ...asked } = alertRequestOf(values, 'ACTIVE');
  const settled = useSettled(JSON.stringify(asked));
  const query = usePreviewAlertQuery({ body: JSON.parse(settled) as AlertRequest });
  const isIncomplete = asServiceError(query.error)?.status === 400;
  return (
    <section className={styles.section} aria-label="Preview">
      <h3 className={styles.label}>Preview</h3>
      <Loaded
        query={query}
        failed={
          isIncomplete ? (
            <p className={styles.told}>It cannot be tried on past runs as it is.</p>
          ) : (
            'It could not be tried on past runs'
          )
        }
        skeleton={<RowsSkeleton rows={2} height={32} />}
        keepsPrevious
      >
        {(preview) => <Preview preview={preview} />}
      </Loaded>
    </section>
  );
}

const kindTexts: Record<AlertKind, string> = {
  failed: 'failed',
  failing: 'failing',
  fixed: 'fixed',
  passed: 'passed',
  completed: 'completed',
  flaky: 'flaky',
  matched: 'matching',
  analyzed: 'analyzed',
  outage: 'outages',
  recovered: 'recovered',
};
const reasonTexts: Record<HeldBackReason, string> = {
  unchanged: 'unchanged',
  notYet: 'too few in a row',
  told: 'told before',
  outage: 'in an outage',
  silenced: 'silenced',
};

function counts<Name extends string>(names: readonly Name[]): [Name, number][] {
  const found = new Map<Name, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return [...found];
}

function Preview({ preview }: { preview: AlertPreview }) {
  const { sent, heldBack, runCount, isCut } = preview;
  const reasons = counts(heldBack.map(({ reason }) => reason)).map(
    ([reason, count]) => `${count} ${reasonTexts[reason]}`,
  );
  return (
    <div className={styles.preview}>
      <p className={styles.previewTitle} role="status">
        Last month it would have sent <strong>{counted(sent.length, 'message')}</strong>
        <span className={styles.told}>
          {' '}
          about {counted(runCount, 'run')}
          {isCut && ', the newest ones'}
        </span>
      </p>
      <p className={styles.legend}>
        {counts(sent.map(({ kind }) => kind)).map(([kind, count]) => (
          <span key={kind}>
            <StatusShape shape={shapeOfKind[kind]} label="" size={12} />
            {count} {kindTexts[kind]}
          </span>
        ))}
        {heldBack.length > 0 && (
          <span>
            <i className={styles.heldMark} />
            {heldBack.length} held back: {reasons.join(', ')}
          </span>
        )}
      </p>
      {sent.length + heldBack.length > 0 && <MessageDays preview={preview} />}
    </div>
  );
}
