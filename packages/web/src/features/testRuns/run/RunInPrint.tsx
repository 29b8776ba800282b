import type { TestResultRow, TestRunView } from '@assay/contract';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { useAllResults } from '../replay/useRunParts.ts';
import { buildTree } from '../results/resultTree.ts';
import { keyOfRow } from '../results/runResults.ts';
import { wordOfTest } from '../status/statusShapes.ts';
import styles from './RunInPrint.module.css';

/** The results of a run on paper, where the tree would show only the rows in view. It is rendered while the browser prints. */
export function RunInPrint({ run }: { run: TestRunView }) {
  const isPrinting = useIsPrinting();
  return isPrinting && <PrintedResults run={run} />;
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

function PrintedResults({ run }: { run: TestRunView }) {
  const { currentData: results } = useAllResults(run);
  if (!results) return null;
  const { ignoreQuarantine, timeouts } = run;
  const files = buildTree(results, { ignoreQuarantine, testTimeoutSeconds: timeouts.testTimeoutSeconds });
  return (
    <table className={styles.printed} aria-label="Printed results">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Test</th>
          <th scope="col">Duration</th>
        </tr>
      </thead>
      {files.map(({ file, tests }) => (
        <tbody key={file}>
          <tr>
            <th colSpan={3} scope="rowgroup">
              {file}
            </th>
          </tr>
          {tests.map((test) => (
            <Printed key={keyOfRow(test)} test={test} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Printed({ test }: { test: TestResultRow }) {
  return (
    <tr>
      <td>{wordOfTest(test)}</td>
      <td dir="auto">
        {test.name}
        {test.error && <pre className={styles.error}>{test.error}</pre>}
      </td>
      <td className="tabular">{test.duration === null ? '' : formatDuration(test.duration)}</td>
    </tr>
  );
}
