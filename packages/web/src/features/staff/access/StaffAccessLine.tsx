import type { StaffAccessView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useEndStaffAccessMutation } from '../../../connection/serviceHooks.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { IconEye } from '../../../ui/icons/icons.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useNow } from '../../../ui/useNow.ts';
import styles from './staffAccess.module.css';

/** Says to staff, before any data of an account, that its administrators see this access, and ends it. */
export function StaffAccessLine({ access, leadsBack = false }: { access: StaffAccessView; leadsBack?: boolean }) {
  const [end, { isLoading }] = useEndStaffAccessMutation();
  const left = timeOf(access.until) - useNow(30_000);
  const endNow = async () => {
    const { error } = await end({ params: { id: access.id } });
    if (error) showFailure(error);
  };
  return (
    <aside className={styles.line} aria-label="Read-only access">
      <IconEye size={16} stroke={1.75} aria-hidden />
      <span className={styles.said}>
        <strong>{access.accountName}’s administrators see this access:</strong> “{access.reason}”. Read-only; files and
        values of variables stay closed.
      </span>
      <span className={styles.ends}>
        {leadsBack && (
          // A page load, so that nothing of one account is left over in the other.
          <a className="link fingerTall" href="/employee">
            Back to Staff
          </a>
        )}
        <span className="tabular">ends in {formatSpan(Math.max(0, left))}</span>
        <UnstyledButton className="link fingerTall" disabled={isLoading} onClick={() => void endNow()}>
          End now
        </UnstyledButton>
      </span>
    </aside>
  );
}
