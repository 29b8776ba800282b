import type { TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { AnsiText } from '../../../ui/AnsiText.tsx';
import { partsOfInfo } from '../status/statusInfo.ts';
import { RunAdvice } from './advice/RunAdvice.tsx';
import styles from './RunInfo.module.css';

/** What happened to the run and what to do about it; related output is shown on request. */
export function RunInfo({ run, statusInfo }: { run: TestRunView; statusInfo: string }) {
  const [open, { toggle }] = useDisclosure(false);
  const { what, said } = partsOfInfo(statusInfo);
  return (
    <div className={styles.info} data-status={run.status} role="note">
      <p className={styles.what}>{what}</p>
      {said !== null && (
        <>
          {open && (
            <div className={styles.said}>
              <AnsiText text={said} />
            </div>
          )}
          <UnstyledButton className="link" fz={12} onClick={toggle} aria-expanded={open}>
            {open ? 'Hide details' : 'Show details'}
          </UnstyledButton>
        </>
      )}
      <RunAdvice run={run} />
    </div>
  );
}
