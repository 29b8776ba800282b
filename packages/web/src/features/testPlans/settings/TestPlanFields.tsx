import { FormSection } from '../../../ui/form/FormSection.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { NameAndKeyFields } from '../../../ui/form/NameAndKeyFields.tsx';

const labels = { name: 'Test Plan Name', key: 'Test Plan Key' };

export function TestPlanFields({ exists, disabled }: { exists: boolean; disabled?: boolean }) {
  return (
    <FormSection title="Test plan">
      <NameAndKeyFields exists={exists} keyIsFixed={false} labels={labels} disabled={disabled} />
      <TextAreaField
        name="goal"
        label="Objective/Goal"
        placeholder="What must be true when all of its stages pass"
        rows={3}
        resize="vertical"
        disabled={disabled}
      />
    </FormSection>
  );
}
