import { type TqlField, tqlFieldNames, tqlFields, tqlLimits, tqlOperators, tqlStatuses } from '@assay/contract';
import { Modal } from '@mantine/core';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './comparison.module.css';

const examples: readonly (readonly [string, string])[] = [
  ['status = fail and not quarantined', 'failures that count'],
  ['error ~ "ECONNREFUSED" and file !~ legacy/', 'with this in the error, elsewhere than there'],
  ['flaky or attempts > 1', 'what needed another try'],
  ['duration > 10s and status in (pass, flaky)', 'slow, but not failed'],
  ['(tag = @smoke or tag = @checkout) and status != pass', 'of these tags'],
];

function valuesOf(field: TqlField): string {
  switch (tqlFields[field].type) {
    case 'status':
      return tqlStatuses.map((status) => status.toLowerCase()).join(', ');
    case 'duration':
      return '500ms, 2s, 1.5m, 1h';
    case 'date':
      return '2026-11-23, 2026-11-23T08:30Z, today, yesterday, now-7d';
    case 'number':
      return '409';
    case 'flag':
      return 'true, false; alone it means true';
    default:
      return 'any text, in quotes where it has blanks; case does not matter';
  }
}

/** The query language on one page: examples, fields and bounds. */
export function TqlHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Query language" size={760}>
      <div className={styles.help}>
        <p>
          A condition is a field, an operator and a value. Conditions are joined by <code>and</code>, <code>or</code>{' '}
          and <code>not</code>, with brackets where needed; <code>~</code> means that a text has the other one in it. A
          test of a comparison is shown if it matches in one of the runs.
        </p>
        <dl className={styles.examples}>
          {examples.map(([tql, meaning]) => (
            <div key={tql}>
              <dt>
                <code>{tql}</code>
              </dt>
              <dd className="soft">{meaning}</dd>
            </div>
          ))}
        </dl>
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Operators</th>
              <th scope="col">What it is</th>
              <th scope="col">Values</th>
            </tr>
          </thead>
          <tbody>
            {tqlFieldNames.map((field) => (
              <tr key={field}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                <td>
                  <code>{tqlOperators[tqlFields[field].type].join(' ')}</code>
                </td>
                <td>{tqlFields[field].what}</td>
                <td className="soft">{valuesOf(field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="soft">
          <code>POST /api/tql</code> answers the same queries over all runs, newest first, and takes{' '}
          <code>order by duration desc</code> and <code>limit 20</code> at their end. A query has at most{' '}
          {formatCount(tqlLimits.length)} characters and {tqlLimits.conditions} conditions.
        </p>
      </div>
    </Modal>
  );
}
