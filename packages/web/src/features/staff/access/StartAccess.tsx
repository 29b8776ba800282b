import { limits, type StaffAccessRequest } from '@assay/contract';
import type { Static } from 'typebox';
import { useStartStaffAccessMutation } from '../../../connection/serviceHooks.ts';
import { ReasonForm } from './ReasonForm.tsx';
import styles from './staffAccess.module.css';

type Of = Omit<Static<typeof StaffAccessRequest>, 'reason'>;

/** Shown in place of an account's runs until staff give a reason to read them. */
export function StartAccess({ of, name, onStarted }: { of: Of; name: string; onStarted?: () => void }) {
  const [start] = useStartStaffAccessMutation();
  return (
    <section className={styles.form} aria-label="Read-only access">
      <h2 className={styles.title}>Give a reason to read the test runs of {name}</h2>
      <p className={styles.why}>
        Read-only, for up to {limits.staffAccessHours} hours. Its administrators see your name, the reason and each
        request in their access log. Files and values of variables stay closed.
      </p>
      <ReasonForm
        label="Read-only access"
        does="Read test runs"
        readBy="Such as a ticket"
        send={(reason) => start({ body: { ...of, reason } })}
        onDone={onStarted}
      />
    </section>
  );
}
