import type { ProjectView } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { FlakyRulesLink } from '../flakyRules/FlakyRulesLink.tsx';
import { QuarantinePreviewLink } from './QuarantinePreviewLink.tsx';
import styles from './quarantinePreview.module.css';
import { useQuarantinePreview, usualDays } from './useQuarantinePreview.ts';

/** What quarantine would have done lately, in a line, and the way to all of it. */
export function QuarantineForesight({ project }: { project: ProjectView }) {
  const { currentData: preview } = useQuarantinePreview(project.id, usualDays);
  return (
    <p className={styles.foresight}>
      {preview && preview.runs > 0 && (
        <>
          In the last {usualDays} days, {formatCount(preview.spared)} of {counted(preview.failed, 'failed run')} would
          have passed, and {preview.missed === 0 ? 'no real failure' : counted(preview.missed, 'real failure')} would
          have been hidden.{' '}
        </>
      )}
      <QuarantinePreviewLink project={project} /> · <FlakyRulesLink project={project} />
    </p>
  );
}
