import type { AccountView } from '@assay/contract';
import { Switch } from '@mantine/core';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useChangeAiOptOutMutation } from './accountApi.ts';

/** Kept for the analyses that are to come: so far, nothing asks a model. */
export function AiOptOut({ account: { aiOptOut } }: { account: AccountView }) {
  const [change, { isLoading }] = useChangeAiOptOutMutation();

  async function choose(chosen: boolean): Promise<void> {
    const { error } = await change({ body: { aiOptOut: chosen } });
    if (error) showFailure(error);
  }

  return (
    <FormSection title="AI">
      <Switch
        label="Opt out of AI features"
        description="Assay has none yet and sends nothing of yours to a model. The choice is kept for versions that have them."
        checked={aiOptOut}
        disabled={isLoading}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </FormSection>
  );
}
