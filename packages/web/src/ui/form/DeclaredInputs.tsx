import type { DeclaredField, DeclaredFields } from '@assay/contract';
import type { ReactNode } from 'react';
import { NumberField, SelectField, TextAreaField, TextField } from './fields.tsx';
import styles from './form.module.css';

/** What an input has besides what its field declares: the things that a reference can be to, a text that depends. */
type InputProps = {
  disabled?: boolean;
  description?: string | undefined;
  options?: readonly { value: string; label: string }[];
  'data-autofocus'?: true;
};

type DeclaredInputProps = InputProps & { name: string; field: DeclaredField };

/** The input of a declared field. */
function DeclaredInput({ name, field, options, ...props }: DeclaredInputProps) {
  const { label, input } = field;
  const description = props.description ?? input?.description;
  const shared = {
    name,
    label,
    ...input,
    ...props,
    ...(description === undefined
      ? {}
      : {
          description,
          inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
        }),
  };
  switch (field.kind) {
    case 'text': {
      const text = { ...shared, required: !field.nullable };
      return field.rows ? <TextAreaField {...text} rows={field.rows} resize="vertical" /> : <TextField {...text} />;
    }
    case 'wholeNumber':
      return <NumberField {...shared} />;
    case 'choice':
      return (
        <SelectField
          {...shared}
          required
          data={options ?? field.values.map((value) => ({ value, label: field.texts[value] ?? value }))}
          allowDeselect={false}
        />
      );
    case 'reference':
      return <SelectField {...shared} data={options ?? []} clearable />;
  }
}

type DeclaredInputsProps<Fields extends DeclaredFields> = {
  fields: Fields;
  disabled?: boolean;
  /** By the names of the fields. */
  inputs?: { readonly [Name in keyof Fields]?: InputProps };
};

/** The inputs of declared fields, in their order: texts on lines of their own, others next to each other. */
export function DeclaredInputs<Fields extends DeclaredFields>({
  fields,
  disabled,
  inputs,
}: DeclaredInputsProps<Fields>) {
  const own: Readonly<Record<string, InputProps | undefined>> = inputs ?? {};
  const inputOf = ([name, field]: readonly [string, DeclaredField]): ReactNode => (
    <DeclaredInput key={name} name={name} field={field} disabled={disabled} {...own[name]} />
  );
  return linesOf(fields).map((line) => {
    const [first, second] = line;
    if (!first) return null;
    if (!second) return inputOf(first);
    return (
      <div key={first[0]} className={styles.pair}>
        {line.map(inputOf)}
      </div>
    );
  });
}

/** Two fields that are no texts share a line. */
function linesOf(fields: DeclaredFields): (readonly [string, DeclaredField])[][] {
  const lines: [string, DeclaredField][][] = [];
  for (const entry of Object.entries(fields)) {
    const line = lines.at(-1);
    const isShort = entry[1].kind !== 'text' && line?.length === 1 && line[0]?.[1].kind !== 'text';
    if (line && isShort) line.push(entry);
    else lines.push([entry]);
  }
  return lines;
}
