import { startsTestPlan } from '@assay/contract';
import { useFormikContext } from 'formik';
import { useIncludes } from '../../connection/currentUser.ts';
import { LabelledSegments } from './LabelledSegments.tsx';
import { type TriggerForm, withWhat } from './triggerForm.ts';

/** Whether it starts tests or a test plan; where the account has no plans there is no choice. */
export function WhatChoice({ disabled }: { disabled: boolean }) {
  const { values, setValues } = useFormikContext<TriggerForm>();
  const startsPlan = startsTestPlan(values.type);
  const hasPlans = useIncludes('testPlans');
  if (!hasPlans && !startsPlan) return null;
  return (
    <LabelledSegments
      label="Runs"
      disabled={disabled}
      value={startsPlan ? 'testPlan' : 'tests'}
      onChange={(what) => void setValues(withWhat(values, what === 'testPlan' ? 'testPlan' : 'tests'))}
      data={[
        { value: 'tests', label: 'Tests of a project' },
        { value: 'testPlan', label: 'A test plan' },
      ]}
    />
  );
}
