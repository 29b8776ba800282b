import type { SharedAttemptView, SharedResultRow } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useGetSharedResultQuery } from '../../../connection/serviceHooks.ts';
import { AnsiText } from '../../../ui/AnsiText.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfTest, wordOfStatus, wordOfTest } from '../status/statusShapes.ts';
import { ErrorBlock } from '../test/ErrorBlock.tsx';
import { StackBlock } from '../test/StackBlock.tsx';
import styles from './share.module.css';

type ShownTest = Pick<SharedResultRow, 'id' | 'file' | 'name' | 'status' | 'flaky' | 'duration'>;

/** A test of a shared run, which opens to show its attempts. */
export function SharedTestRow({ test, token }: { test: ShownTest; token: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <UnstyledButton className={styles.row} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />
        <span className={styles.test}>
          <span className="truncate" dir="auto">
            {test.name}
          </span>
          <span className={styles.file}>
            <FilePath path={test.file} />
          </span>
        </span>
        <span className={`${styles.took} tabular`}>{test.duration === null ? '' : formatDuration(test.duration)}</span>
      </UnstyledButton>
      {isOpen && <Attempts testId={test.id} token={token} />}
    </li>
  );
}

function Attempts({ testId, token }: { testId: string; token: string }) {
  const query = useGetSharedResultQuery({ params: { testId }, query: { token } });
  return (
    <div className={styles.detail}>
      <Loaded query={query} failed="The result could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
        {({ attemptsDetail }) =>
          attemptsDetail.length === 0 ? (
            <p className={styles.about}>Not run</p>
          ) : (
            attemptsDetail.map((attempt) => (
              <Attempt key={attempt.attempt} attempt={attempt} isOnly={attemptsDetail.length === 1} />
            ))
          )
        }
      </Loaded>
    </div>
  );
}

function Attempt({ attempt, isOnly }: { attempt: SharedAttemptView; isOnly: boolean }) {
  const { attempt: number, status, timedOut, error, stackTrace, output, screenShots } = attempt;
  const saysNothing = !error && !stackTrace && !output && screenShots.length === 0;
  return (
    <>
      {(!isOnly || timedOut || saysNothing) && (
        <p className={styles.attempt}>
          {isOnly ? wordOfStatus(status) : `Attempt ${number}: ${wordOfStatus(status).toLowerCase()}`}
          {timedOut && ', timed out'}
        </p>
      )}
      {error && <ErrorBlock error={error} />}
      {stackTrace && stackTrace !== error && <StackBlock stack={stackTrace} />}
      {output && <AnsiText text={output} />}
      {screenShots.map(({ url, name }) => (
        <img key={url} className={styles.shot} src={url} alt={name} loading="lazy" />
      ))}
    </>
  );
}
