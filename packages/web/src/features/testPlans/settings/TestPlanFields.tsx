import { testPlanFields } from '@assay/contract';
import { DeclaredInputs } from '../../../ui/form/DeclaredInputs.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { NameAndKeyFields } from '../../../ui/form/NameAndKeyFields.tsx';

const { name, key, ...furtherFields } = testPlanFields;
const labels = { name: name.label, key: key.label };

export function TestPlanFields({ exists, disabled }: { exists: boolean; disabled?: boolean }) {
  return (
    <FormSection title="Test plan">
      <NameAndKeyFields exists={exists} keyIsFixed={false} labels={labels} disabled={disabled} />
      <DeclaredInputs fields={furtherFields} disabled={disabled} />
    </FormSection>
  );
}
