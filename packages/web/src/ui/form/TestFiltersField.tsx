import { TagsInput } from '@mantine/core';
import { useField, useFormikContext } from 'formik';
import { normalizeFilters } from './testFilters.ts';

/** Which tests, by their names or by regular expressions over file and name. */
export function TestFiltersField({ name, names }: { name: string; names: readonly string[] }) {
  const [{ value }, { error }, { setValue }] = useField<string[]>(name);
  const { submitCount } = useFormikContext();
  return (
    <TagsInput
      name={name}
      label="Test filters"
      description="The name of a test, or a regular expression over file and name."
      data={[...names]}
      limit={30}
      value={value}
      onChange={(filters) => void setValue(normalizeFilters(filters, new Set(names)))}
      error={submitCount > 0 ? error : undefined}
    />
  );
}
