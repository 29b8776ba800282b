import {
  type IssueMetadataView,
  type IssueTrackerView,
  issueTrackerNames,
  messages,
  type RequiredField,
} from '@assay/contract';
import { useFormikContext } from 'formik';
import {
  DayField,
  MultiSelectField,
  SelectField,
  TagsField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import styles from './createIssue.module.css';
import type { IssueForm } from './issueForm.ts';
import { type AtProject, UserSelect } from './UserSelect.tsx';

type Props = { metadata: IssueMetadataView; tracker: IssueTrackerView; of: AtProject };

/** The fields besides the usual ones that the tracker refuses an issue of this type without. */
export function RequiredFields({ metadata, tracker, of }: Props) {
  const { values } = useFormikContext<IssueForm>();
  // Fields of a type that was just chosen get their values first.
  return metadata.requiredFields
    .filter(({ id }) => id in values.fields)
    .map((field) => <Field key={field.id} field={field} metadata={metadata} tracker={tracker} of={of} />);
}

function Field({ field: { id, name, kind, options }, metadata, tracker, of }: Props & { field: RequiredField }) {
  const props = { name: `fields.${id}`, label: name, required: true };
  const data = options.map((option) => ({ value: option.id, label: option.name }));
  switch (kind) {
    case 'text':
      return <TextField {...props} />;
    case 'number':
      return <TextField {...props} inputMode="decimal" />;
    case 'date':
      return <DayField {...props} className={styles.date} />;
    case 'paragraph':
      return <TextAreaField {...props} rows={3} resize="vertical" />;
    case 'option':
      return (
        <SelectField {...props} data={data} placeholder="Select" allowDeselect={false} searchable={data.length > 8} />
      );
    case 'options':
      return <MultiSelectField {...props} data={data} placeholder="Select" searchable={data.length > 8} />;
    case 'labels':
      return <TagsField {...props} placeholder="Enter adds a label" splitChars={[',', ' ']} />;
    case 'user':
      return <UserSelect {...props} people={metadata.users} me={metadata.me} of={of} placeholder="Select" />;
    case null:
      return (
        <p className={styles.hint} role="note">
          <strong>{name}</strong>: {lowerFirst(messages.filledInAtTracker)}.{' '}
          <a className="link inText" href={tracker.address} target="_blank" rel="noreferrer">
            Open {issueTrackerNames[tracker.provider]}
          </a>
        </p>
      );
  }
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
