import { type CommandAnswer, type StaffAccountView, tiers } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { useChangeAccountPlanMutation, useListPlansQuery } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { CheckboxField, SelectField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { planText } from './planText.ts';

const selfHosted = 'everything';
type Values = { plan: string; legacyPlan: boolean };

const everything = { value: selfHosted, label: planText({ tier: null, legacyPlan: false }) };

/** The plan of an account, to be changed; null: none is. */
export function PlanModal({ account, onClose }: { account: StaffAccountView | null; onClose: () => void }) {
  return (
    <Modal opened={account !== null} onClose={onClose} title={`Plan of ${account?.name ?? ''}`} size={480}>
      {account && <PlanForm account={account} onClose={onClose} />}
    </Modal>
  );
}

function PlanForm({ account, onClose }: { account: StaffAccountView; onClose: () => void }) {
  const [change] = useChangeAccountPlanMutation();
  const { data: plans = [] } = useListPlansQuery();
  const choices = [everything, ...plans.map(({ tier, name }) => ({ value: String(tier), label: name }))];
  const save = useSave<Values, CommandAnswer>({
    send: ({ plan, legacyPlan }) => {
      const tier = tiers.find((known) => String(known) === plan) ?? null;
      return change({ params: { id: account.id }, body: { tier, legacyPlan } });
    },
    onSaved: onClose,
  });
  const initial = { plan: String(account.tier ?? selfHosted), legacyPlan: account.legacyPlan };
  return (
    <Formik<Values> initialValues={initial} onSubmit={save.submit}>
      {({ dirty, isSubmitting }) => (
        <Form className={form.stack} aria-label={`Plan of ${account.name}`}>
          <SelectField name="plan" label="Plan" data={choices} allowDeselect={false} data-autofocus />
          <CheckboxField
            name="legacyPlan"
            label="Legacy plan"
            description="Opens what the highest tier does, whatever the tier"
          />
          <SaveNotice save={save} />
          <div className={form.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
              Save
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
