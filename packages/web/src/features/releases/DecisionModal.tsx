import {
  type CommandAnswer,
  formFields,
  messages,
  type ReleaseCriterionView,
  type ReleaseDecision,
  type ReleaseView,
  releaseDecisions,
} from '@assay/contract';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { Formik, useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { object, string } from 'yup';
import { useChangeReleaseMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { DayField, TextAreaField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { showDone } from '../../ui/showDone.ts';
import styles from './releases.module.css';

export type DecisionDraft = { decision: ReleaseDecision; reason: string; actualReleaseDate: string };

const emptyDraft: DecisionDraft = { decision: 'Go', reason: '', actualReleaseDate: '' };

type Props = {
  release: ReleaseView;
  criteria: readonly ReleaseCriterionView[];
  draft: DecisionDraft;
  /** Called with what was typed and not sent. */
  onClose: (draft: DecisionDraft) => void;
};

/** Decides on a release. What was typed survives closing. */
export function DecisionModal({ opened, ...props }: Props & { opened: boolean }) {
  const [typed, setTyped] = useState<DecisionDraft | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={() => props.onClose(typed ?? props.draft)}
      title={`Decide on ${props.release.title}`}
      size={600}
    >
      {opened && <DecisionEditor {...props} onTyped={setTyped} />}
    </Modal>
  );
}

function DecisionEditor({
  release,
  criteria,
  draft,
  onClose,
  onTyped,
}: Props & { onTyped: (draft: DecisionDraft) => void }) {
  const [seen, setSeen] = useState(release);
  const [change] = useChangeReleaseMutation();
  const open = criteria.filter(({ isOpen }) => isOpen);
  const isStale = seen.revision !== release.revision;
  const schema = object({
    decision: string().oneOf(releaseDecisions),
    reason: open.length > 0 ? requiredText(formFields.decisionReason) : optionalText(formFields.decisionReason),
    actualReleaseDate: optionalText(formFields.day),
  });
  const save = useSave<DecisionDraft, CommandAnswer>({
    send: ({ decision, reason, actualReleaseDate }) => {
      const body = { decision, reason: reason.trim() || null, actualReleaseDate: actualReleaseDate || null };
      return change({ params: { id: release.id }, body, ifMatch: seen.revision });
    },
    onSaved: () => {
      showDone(messages.releaseUpdated);
      onClose(emptyDraft);
    },
  });
  return (
    <Formik<DecisionDraft> initialValues={draft} validationSchema={schema} onSubmit={save.submit}>
      {({ values, isSubmitting, setFieldValue, submitForm }) => (
        <Form className={form.stack} aria-label="Decision">
          <SegmentedControl
            aria-label="Decision"
            className={styles.choice}
            data={[...releaseDecisions]}
            value={values.decision}
            onChange={(decision) => void setFieldValue('decision', decision)}
          />
          <OpenList open={open} count={criteria.length} decision={values.decision} />
          <TextAreaField
            name="reason"
            label="Reason"
            rows={3}
            resize="vertical"
            required={open.length > 0}
            description={open.length > 0 ? 'Required while criteria are open' : undefined}
            data-autofocus
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isStale) void submitForm();
            }}
          />
          <DayField name="actualReleaseDate" label="Actual release date" className={styles.date} />
          <SaveNotice save={save} />
          {isStale && (
            <Changed
              seen={seen}
              release={release}
              onLooked={() => {
                save.reset();
                setSeen(release);
              }}
            />
          )}
          <Typed onTyped={onTyped} />
          <div className={styles.formActions}>
            <span className={styles.locks}>
              {release.decision === null ? 'Locks the criteria.' : 'Replaces the decision, which remains on record.'}
            </span>
            <Button onClick={() => onClose(values)}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={isStale}>
              Decide {values.decision}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

/** Reports what is typed, so that closing the dialog by Esc keeps it. */
function Typed({ onTyped }: { onTyped: (draft: DecisionDraft) => void }) {
  const { values } = useFormikContext<DecisionDraft>();
  useEffect(() => onTyped(values), [values, onTyped]);
  return null;
}

type OpenListProps = { open: readonly ReleaseCriterionView[]; count: number; decision: ReleaseDecision };

function OpenList({ open, count, decision }: OpenListProps) {
  if (open.length === 0) return <p className={form.told}>{count === 0 ? 'No criteria.' : 'Nothing is open.'}</p>;
  const title = `${decision === 'Go' ? 'Goes out' : 'Stopped'} with ${open.length} of ${count} open`;
  return (
    <section aria-label={title}>
      <h3 className={styles.openTitle}>{title}</h3>
      <ul className={styles.openList}>
        {open.map(({ id, text, rule, answer }) => (
          <li key={id}>
            {text}
            {rule !== null && answer !== null && <span className={styles.note}> {answer.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Another user changed the release or decided on it while the dialog was open. */
function Changed({ seen, release, onLooked }: { seen: ReleaseView; release: ReleaseView; onLooked: () => void }) {
  const latest = release.decisions.at(-1);
  const decided = release.decisions.length > seen.decisions.length && latest;
  return (
    <div className={styles.changed} role="alert">
      <span>
        {decided
          ? `${latest.decidedBy?.fullName ?? 'Another user'} decided ${latest.decision} while this dialog was open.`
          : 'The release changed while this dialog was open. Check what is open now.'}
      </span>
      <Button onClick={onLooked}>{decided ? 'Decide again' : 'Checked'}</Button>
    </div>
  );
}
