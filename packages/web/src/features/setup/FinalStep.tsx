import { type AccountView, hasPlanToSelect } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCompleteSetupMutation, useFinishSetupStepMutation } from '../../connection/serviceHooks.ts';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './setup.module.css';

/** Ends the set-up. */
export function FinalStep({ account: { currentPlan: tier, legacyPlan } }: { account: AccountView }) {
  const [finishStep] = useFinishSetupStepMutation();
  const [complete] = useCompleteSetupMutation();
  const [isEnding, setEnding] = useState(false);

  async function end(): Promise<void> {
    setEnding(true);
    const finished = await finishStep({ body: { step: 'Final' } });
    const { error } = finished.error ? finished : await complete({});
    setEnding(false);
    if (error) showFailure(error);
  }

  return (
    <>
      <p className={styles.said}>
        {!hasPlanToSelect({ tier, legacyPlan }) && 'Your plan includes everything, and there is nothing to pay. '}A list
        of what is left to do follows: environments, agents, people.
      </p>
      <div className={styles.actions}>
        <Button variant="filled" loading={isEnding} onClick={() => void end()}>
          Finish
        </Button>
      </div>
    </>
  );
}
