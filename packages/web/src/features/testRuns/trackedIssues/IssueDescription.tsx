import { SegmentedControl } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useId, useState } from 'react';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import styles from './createIssue.module.css';
import { IssueMarkdown } from './IssueMarkdown.tsx';
import type { IssueForm } from './issueForm.ts';

const views = ['Preview', 'Edit'] as const;

/** The description as the tracker will show it, or its Markdown. */
export function IssueDescription() {
  const { values, errors, submitCount } = useFormikContext<IssueForm>();
  const [view, setView] = useState<(typeof views)[number]>('Preview');
  const title = useId();
  const isRefused = submitCount > 0 && errors.description !== undefined;
  const isEdited = view === 'Edit' || isRefused;
  return (
    <section className={styles.description} aria-labelledby={title}>
      <div className={styles.descriptionHead}>
        <h3 id={title} className={styles.descriptionTitle}>
          Description
        </h3>
        <SegmentedControl
          size="xs"
          aria-label="Description as"
          data={[...views]}
          value={isEdited ? 'Edit' : view}
          onChange={(next) => setView(next as (typeof views)[number])}
        />
      </div>
      {isEdited ? (
        <TextAreaField
          name="description"
          aria-labelledby={title}
          classNames={{ input: styles.markdown }}
          rows={18}
          maxLength={30_000}
          description="Markdown: headings, lists, code, links, bold"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long description scrolls by keys
        <section className={styles.preview} tabIndex={0} aria-label="Preview of the description">
          <IssueMarkdown text={values.description} />
        </section>
      )}
    </section>
  );
}
