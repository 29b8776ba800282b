import type { SetupStep } from '@assay/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFinishSetupStepMutation } from '../../connection/serviceHooks.ts';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './setup.module.css';

type StepEndProps = {
  step: SetupStep;
  /** Whether what the step is for is there; else it can be skipped. */
  isThere: boolean;
  /** The button that does it. */
  children: ReactNode;
};

/** What a step offers: to do it, and to go on. */
export function StepEnd({ step, isThere, children }: StepEndProps) {
  const [finish, { isLoading }] = useFinishSetupStepMutation();

  async function goOn(): Promise<void> {
    const { error } = await finish({ body: { step } });
    if (error) showFailure(error);
  }

  const end = (
    <Button variant={isThere ? 'filled' : 'default'} loading={isLoading} onClick={() => void goOn()}>
      {isThere ? 'Continue' : 'Skip'}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {isThere && end}
      {children}
      {!isThere && end}
    </div>
  );
}
