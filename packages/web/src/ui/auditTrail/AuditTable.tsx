import type { AuditEntry } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '../icons/icons.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import { encryptedText, isVariable, useAuditedFields } from './auditedFields.ts';
import styles from './auditTrail.module.css';
import type { Version } from './versions.ts';

type AuditTableProps = { versions: readonly Version[]; shown: Version; onPick: (version: Version) => void };

/** Every change: when, who, which field, old and new value. */
export function AuditTable({ versions, shown, onPick }: AuditTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">
              <span className="visuallyHidden">Version</span>
            </th>
            <th scope="col">Time and user</th>
            <th scope="col">Field</th>
            <th scope="col">Old and new value</th>
          </tr>
        </thead>
        {versions.map((version) => (
          <tbody key={version.revision} data-shown={version === shown} data-later={version.number > shown.number}>
            {version.changes.map((entry, index) => (
              <tr key={entry.field}>
                {index === 0 && <Saved version={version} shown={version === shown} onPick={onPick} />}
                <td>
                  <Field entry={entry} />
                </td>
                <td>
                  <div className={styles.values}>
                    <Values entry={entry} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Saved({ version, shown, onPick }: { version: Version; shown: boolean; onPick: (version: Version) => void }) {
  const { number, time, userName, restored, changes } = version;
  return (
    <>
      <td rowSpan={changes.length} className="tabular">
        <UnstyledButton
          className={styles.number}
          aria-label={`Version ${number}`}
          aria-pressed={shown}
          onClick={() => onPick(version)}
        >
          {number}
        </UnstyledButton>
      </td>
      <td rowSpan={changes.length}>
        <RelativeTime time={time} />
        <div className={styles.who}>
          <strong>{userName ?? 'Assay'}</strong>
          {restored && <span> · restored {restored.number === null ? 'a version' : `version ${restored.number}`}</span>}
        </div>
        {restored && <div className={styles.who}>{restored.reason}</div>}
      </td>
    </>
  );
}

const icons = { added: IconPlus, changed: IconPencil, removed: IconMinus };

function Field({ entry: { field, change } }: { entry: AuditEntry }) {
  const Icon = icons[change];
  const { labelOf } = useAuditedFields();
  return (
    <span className={styles.field}>
      <Icon size={14} stroke={1.75} className={styles[change]} role="img" aria-label={change} />
      {isVariable(field) ? <code>{labelOf(field)}</code> : labelOf(field)}
    </span>
  );
}

function Values({ entry: { field, change, encrypted, oldValue, newValue } }: { entry: AuditEntry }) {
  const { valueText } = useAuditedFields();
  if (encrypted) {
    const text = encryptedText(change);
    return change === 'removed' ? <del>{text}</del> : <span className="soft">{text}</span>;
  }
  return (
    <>
      {change !== 'added' && <del>{valueText(field, oldValue)}</del>}
      {change === 'changed' && <span aria-hidden> → </span>}
      {change !== 'removed' && <ins>{valueText(field, newValue)}</ins>}
    </>
  );
}
