import { counted } from '../format/formatNumbers.ts';
import { isVariable, useAuditedFields } from './auditedFields.ts';
import styles from './auditTrail.module.css';
import { differencesSince, type FieldValue, fieldsOf, type Version } from './versions.ts';

type AsItStoodProps = { versions: readonly Version[]; shown: Version; mayRestore: boolean };

/** A thing as it was in a version, what is other now first. */
export function AsItStood({ versions, shown, mayRestore }: AsItStoodProps) {
  const [newest = shown] = versions;
  const then = fieldsOf(versions, shown);
  const now = fieldsOf(versions, newest);
  const differences = differencesSince(versions, shown);
  const fields = [...new Set([...differences, ...then.keys()])];
  const others = fields.filter((field) => !isVariable(field));
  const variables = fields.filter(isVariable);
  return (
    <section className={styles.stood} aria-label="As it stood">
      <header className={styles.stoodHead}>
        <h2 className={styles.title}>As it stood</h2>
        <span className="soft">
          {differences.size === 0 ? 'as now' : `${counted(differences.size, 'difference')} to now`}
        </span>
      </header>
      <Facts fields={others} then={then} now={now} differences={differences} />
      {variables.length > 0 && (
        <>
          <h3 className={styles.title}>Variables</h3>
          <Facts fields={variables} then={then} now={now} differences={differences} />
        </>
      )}
      {mayRestore && differences.size > 0 && (
        <p className={styles.note}>
          Restoring makes a new version and rewrites nothing. Encrypted values come back too, unseen. Runs in progress
          keep what they started with.
        </p>
      )}
    </section>
  );
}

type FactsProps = {
  fields: readonly string[];
  then: ReadonlyMap<string, FieldValue>;
  now: ReadonlyMap<string, FieldValue>;
  differences: ReadonlySet<string>;
};

function Facts({ fields, then, now, differences }: FactsProps) {
  const { labelOf, textOf } = useAuditedFields();
  const text = (value: FieldValue | undefined, field: string) => (value ? textOf(value, field) : null);
  return (
    <dl className={styles.facts}>
      {fields.map((field) => {
        const before = text(then.get(field), field);
        const present = text(now.get(field), field);
        const isOther = differences.has(field);
        return (
          <div key={field} className={styles.fact} data-other={isOther}>
            <dt className={isVariable(field) ? styles.variable : undefined}>{labelOf(field)}</dt>
            <dd>
              {before ?? <span className="soft">not there</span>}
              {isOther && <div className="soft">now {nowText(before, present)}</div>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function nowText(before: string | null, present: string | null): string {
  if (present === null) return 'gone';
  return present !== before ? present : present === 'encrypted' ? 'set again' : 'the same again';
}
