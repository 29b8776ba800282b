import type { AccountView } from '@assay/contract';
import { useChangeAiOptOutMutation } from '../../../connection/serviceHooks.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { SavedSwitch } from '../../../ui/form/SavedSwitch.tsx';

/** Kept for the analyses that are to come: so far, nothing asks a model. */
export function AiOptOut({ account: { aiOptOut } }: { account: AccountView }) {
  const [change] = useChangeAiOptOutMutation();
  return (
    <FormSection title="AI">
      <SavedSwitch
        label="Opt out of AI features"
        description="Assay has none yet and sends nothing of yours to a model. The choice is kept for versions that have them."
        checked={aiOptOut}
        save={(chosen) => change({ body: { aiOptOut: chosen } })}
      />
    </FormSection>
  );
}
