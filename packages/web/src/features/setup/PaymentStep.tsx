import { type AccountView, type CommandAnswer, messages } from '@assay/contract';
import { Button, Radio } from '@mantine/core';
import { Formik } from 'formik';
import { object, string } from 'yup';
import { useFinishSetupStepMutation, useGetPaymentInfoQuery } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PlanSelection } from './PlanSelection.tsx';
import styles from './setup.module.css';

/** Shown where the plan does not include everything: a plan is selected and paid for, or taken as the operator gave it. */
export function PaymentStep({ account }: { account: AccountView }) {
  const query = useGetPaymentInfoQuery();
  return (
    <Loaded query={query} failed="The plans could not be loaded">
      {({ billing, subscription }) =>
        billing === null ? <GrantedPlan account={account} /> : <PlanSelection info={{ billing, subscription }} />
      }
    </Loaded>
  );
}

type Values = { plan: string };

const schema = object({ plan: string().required(messages.selectPlan) });

/** Plans are given by the operator, so there is one to select. */
function GrantedPlan({ account }: { account: AccountView }) {
  const [finish] = useFinishSetupStepMutation();
  const save = useSave<Values, CommandAnswer>({ send: () => finish({ body: { step: 'Payment' } }) });
  return (
    <>
      <p className={styles.said}>
        Billing is off here, so there is nothing to pay. Whoever runs this installation gives accounts their plan.
      </p>
      <Formik<Values>
        initialValues={{ plan: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={save.submit}
      >
        {({ values, errors, submitCount, setFieldValue, isSubmitting }) => (
          <Form className={styles.form} aria-label="Plan">
            <Radio.Group
              name="plan"
              label="Plan"
              value={values.plan}
              onChange={(plan) => void setFieldValue('plan', plan)}
              error={submitCount > 0 ? errors.plan : undefined}
            >
              <Radio
                value={String(account.currentPlan)}
                label={`Tier ${account.currentPlan}`}
                description={`${formatCount(account.numberOfRunners)} runners at once, no charge`}
              />
            </Radio.Group>
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Continue
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  );
}
