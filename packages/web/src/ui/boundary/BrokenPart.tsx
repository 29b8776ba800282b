import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useReadAllAgain } from '../../connection/useReadAllAgain.ts';
import { useCopy } from '../copy/useCopy.ts';
import styles from '../states.module.css';
import { type Caught, errorDetails, messageOf, newReportId } from './errorDetails.ts';
import { isFailedImport } from './isFailedImport.ts';

type Props = { what: string; error: unknown; caught: RefObject<Caught | null>; onRetry: () => void };

/** A part of the page that failed to render: what failed, a way to retry, and the id and details for a report. */
export function BrokenPart({ what, error, caught, onRetry }: Props) {
  const [reportId] = useState(newReportId);
  const [isRetrying, setIsRetrying] = useState(false);
  const readAllAgain = useReadAllAgain();
  const { copied, copy } = useCopy(async () => errorDetails(reportId, error, caught.current, window.location.href));

  async function retry(): Promise<void> {
    setIsRetrying(true);
    await readAllAgain();
    setIsRetrying(false);
    onRetry();
  }
  if (isFailedImport(error)) return <MissingPart what={what} />;
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.emptyTitle}>{what} could not be displayed</p>
      <p className={styles.why}>{messageOf(error)}</p>
      <p className={styles.why}>
        Report it with <code>{reportId}</code> and the details.
      </p>
      <div className={styles.action}>
        <Button loading={isRetrying} onClick={() => void retry()}>
          Try again
        </Button>
        <Button variant="subtle" onClick={copy}>
          {copied ? 'Copied' : 'Copy details'}
        </Button>
      </div>
    </div>
  );
}

/** A part whose file could not be loaded. The browser may not ask for it again, so only loading the page anew helps. */
function MissingPart({ what }: { what: string }) {
  const isUnreachable = useSelector((state: ConnectionState) => state.live.unreachableSince !== null);
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.emptyTitle}>{what} could not be loaded</p>
      <p className={styles.why}>
        {isUnreachable
          ? 'Assay is not reachable. Reload the page once it is.'
          : 'A new version of Assay is available. Reload the page to use it.'}
      </p>
      <div className={styles.action}>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </div>
  );
}
