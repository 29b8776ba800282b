import type { AccountView, SetupStep } from '@assay/contract';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { ConnectStep } from './ConnectStep.tsx';
import { FinalStep } from './FinalStep.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import styles from './setup.module.css';
import { UploadStep } from './UploadStep.tsx';
import { useSetupSteps } from './useSetupSteps.ts';

type Shown = { detail: string; body: (account: AccountView) => ReactNode };

const shown: Readonly<Record<SetupStep, Shown>> = {
  Connect: { detail: 'A git repository, whose tests Assay runs', body: () => <ConnectStep /> },
  Upload: { detail: 'Results that you have already', body: () => <UploadStep /> },
  Payment: { detail: 'The plan of the account', body: (account) => <PaymentStep account={account} /> },
  Final: { detail: 'Everything else at your pace', body: (account) => <FinalStep account={account} /> },
};

/**
 * Leads whoever made an account through its first steps. Each can be skipped, and be done later elsewhere; the list to get
 * started goes on from the last.
 */
export function SetupScreen() {
  const setup = useSetupSteps();
  const path = useAccountPath();
  if (!setup) return <RowsSkeleton rows={4} height={50} />;
  const { account, isComplete, steps, next } = setup;
  if (isComplete) return <Navigate to={path('get-started')} replace />;
  return (
    <>
      <ScreenHead title={`Set up ${account.name}`} documentTitle="Set up" />
      <ol className={styles.steps} aria-label="Steps">
        {steps.map(({ step, isDone }) => (
          <li key={step} className={styles.step} aria-current={step === next ? 'step' : undefined}>
            <StatusShape shape={isDone ? 'pass' : 'notRun'} label={isDone ? 'Done' : 'To do'} size={16} />
            <div className={styles.text}>
              <h2 className={isDone ? styles.done : styles.title}>{step}</h2>
              <p className={styles.detail}>{shown[step].detail}</p>
              {step === next && <div className={styles.body}>{shown[step].body(account)}</div>}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
