import { brokenTest, type RealFailure } from '@assay/contract';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './quarantinePreview.module.css';

const texts: Readonly<Record<RealFailure, string>> = {
  BROKEN: `Broken: it failed ${brokenTest.inARow} times or more in a row`,
  FIXED: 'It failed with one error until another commit passed',
};

/** Why a failure counts as real. */
export function WhyReal({ why }: { why: RealFailure }) {
  return (
    <span className={styles.why}>
      <StatusShape shape="fail" label="" /> {texts[why]}
    </span>
  );
}
