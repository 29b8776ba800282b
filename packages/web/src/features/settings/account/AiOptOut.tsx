import type { AccountView } from '@assay/contract';
import { useChangeAiOptOutMutation } from '../../../connection/serviceHooks.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { SavedSwitch } from '../../../ui/form/SavedSwitch.tsx';

/** Whether failures may be sent to the model that the operator has configured. */
export function AiOptOut({ account: { aiOptOut } }: { account: AccountView }) {
  const [change] = useChangeAiOptOutMutation();
  return (
    <FormSection title="AI">
      <SavedSwitch
        label="Opt out of AI features"
        description="Errors, stack traces and log lines of failed tests, masked, are sent to the model that your operator configured, when someone requests an analysis or opens the Troubleshooting tab of a failed test. With this on, nothing is sent; causes by rules still work."
        checked={aiOptOut}
        save={(chosen) => change({ body: { aiOptOut: chosen } })}
      />
    </FormSection>
  );
}
