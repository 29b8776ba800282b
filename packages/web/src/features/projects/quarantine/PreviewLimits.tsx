import type { QuarantinePreview } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import styles from './quarantinePreview.module.css';

/** What the preview does not know, if anything. */
export function PreviewLimits({
  preview: { knownFrom, unseenTests, uncompared },
}: {
  preview: Pick<QuarantinePreview, 'knownFrom' | 'unseenTests' | 'uncompared'>;
}) {
  const limits = [
    ...(knownFrom === null
      ? []
      : [
          `Before ${formatExactTime(knownFrom)} only the newest hundred results of each test are known: there may be more than is counted.`,
        ]),
    ...(unseenTests === 0
      ? []
      : [`${counted(unseenTests, 'test')} that failed could not be looked at: there are too many.`]),
    ...(uncompared === 0
      ? []
      : [`The errors of ${counted(uncompared, 'older failure')} were not compared: some may have been real, too.`]),
  ];
  if (limits.length === 0) return null;
  return (
    <ul className={styles.limits} aria-label="What is not known">
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}
