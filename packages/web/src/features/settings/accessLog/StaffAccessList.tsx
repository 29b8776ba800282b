import type { AccountStaffAccessView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useListStaffAccessQuery, useRevokeStaffAccessMutation } from '../../../connection/serviceHooks.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useNow } from '../../../ui/useNow.ts';
import styles from './accessLog.module.css';

/** Which staff may read the account's test runs now; administrators end it here. Hidden while no one may. */
export function StaffAccessList() {
  const query = useListStaffAccessQuery();
  return (
    <Loaded
      query={query}
      failed="Staff access could not be loaded"
      skeleton={null}
      isEmpty={(accesses) => accesses.length === 0}
      empty={null}
    >
      {(accesses) => (
        <section className={styles.staff} aria-label="Staff access">
          <h2 className={styles.staffTitle}>Staff can read your test runs</h2>
          <ul className={styles.staffList}>
            {accesses.map((access) => (
              <StaffAccess key={access.id} access={access} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}

function StaffAccess({ access: { id, staffName, reason, until } }: { access: AccountStaffAccessView }) {
  const [revoke, { isLoading }] = useRevokeStaffAccessMutation();
  const left = timeOf(until) - useNow(30_000);
  const name = staffName ?? 'A deleted user';
  const endNow = async () => {
    const { error } = await revoke({ params: { id } });
    if (error) showFailure(error);
  };
  return (
    <li className={styles.staffAccess}>
      <span className={styles.staffWhy}>
        <strong>{name}</strong> “{reason}”
      </span>
      <span className="tabular">ends in {formatSpan(Math.max(0, left))}</span>
      <Button aria-label={`End access of ${name}`} loading={isLoading} onClick={() => void endNow()}>
        End access
      </Button>
    </li>
  );
}
