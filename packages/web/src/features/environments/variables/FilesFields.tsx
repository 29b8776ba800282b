import { ActionIcon, Button, Checkbox, FileButton, Modal, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { nanoid } from '@reduxjs/toolkit';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconPlus, IconX } from '../../../ui/icons/icons.ts';
import { textOfFile, unusableFile } from './textOfFile.ts';
import { fileNameOf, problemOfName, type VariableForm, type WithVariables } from './variableForm.ts';
import styles from './variables.module.css';

/** Variables that are files: the runner writes their content to a file and passes its path on. */
export function FilesFields({ disabled }: { disabled: boolean }) {
  const { values, setFieldValue } = useFormikContext<WithVariables>();
  const [edited, setEdited] = useState<VariableForm | null>(null);
  const files = values.variables.filter((variable) => variable.file);
  const set = (variables: VariableForm[]) => void setFieldValue('variables', variables);

  function keep(file: VariableForm): void {
    const named = { ...file, key: fileNameOf(file.key) };
    const known = values.variables.some((variable) => variable.row === file.row);
    set(
      known
        ? values.variables.map((variable) => (variable.row === file.row ? named : variable))
        : [...values.variables, named],
    );
    setEdited(null);
  }

  return (
    <>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {files.map((file) => (
            <li key={file.row} className={styles.file}>
              <UnstyledButton className="link" disabled={disabled} onClick={() => setEdited(file)}>
                <code>{file.key}</code>
              </UnstyledButton>
              <span className="soft">
                {file.kept && file.value === '' ? 'stored encrypted' : counted(file.value.length, 'character')}
              </span>
              <ActionIcon
                aria-label={`Remove file ${file.key}`}
                disabled={disabled}
                onClick={() => set(values.variables.filter((other) => other.row !== file.row))}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <div>
          <Button
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() =>
              setEdited({
                row: nanoid(),
                key: '',
                value: '',
                encrypted: false,
                file: true,
                kept: false,
              })
            }
          >
            Add file
          </Button>
        </div>
      )}
      {disabled && files.length === 0 && <p className={styles.none}>No files</p>}
      <Modal opened={edited !== null} onClose={() => setEdited(null)} title="Environment file" size={640}>
        {edited && (
          <FileEditor file={edited} others={values.variables} onKeep={keep} onCancel={() => setEdited(null)} />
        )}
      </Modal>
    </>
  );
}

function FileEditor({
  file,
  others,
  onKeep,
  onCancel,
}: {
  file: VariableForm;
  others: readonly VariableForm[];
  onKeep: (file: VariableForm) => void;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(file);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const problem = problemOfName({ ...draft, key: fileNameOf(draft.key) }, others);

  async function take(chosen: File | null): Promise<void> {
    if (chosen === null) return;
    const text = await textOfFile(chosen);
    setUnreadable(text === null ? `${chosen.name} cannot be used: ${unusableFile}` : null);
    if (text !== null) setDraft((now) => ({ ...now, key: now.key.trim() === '' ? chosen.name : now.key, value: text }));
  }

  return (
    <div className={styles.editor}>
      <TextInput
        label="File name"
        description="The variable of this name holds the path of the file."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.key}
        onChange={(event) => setDraft({ ...draft, key: event.currentTarget.value })}
        error={problem}
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        label="Content"
        rows={12}
        className="mono"
        value={draft.value}
        placeholder={draft.kept ? 'Stored encrypted; type to replace it' : undefined}
        error={unreadable}
        onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
        spellCheck={false}
      />
      <Checkbox
        label="Encrypted"
        checked={draft.encrypted}
        disabled={draft.kept}
        onChange={(event) => setDraft({ ...draft, encrypted: event.currentTarget.checked })}
      />
      <div className={styles.editorActions}>
        <FileButton onChange={(chosen) => void take(chosen)} inputProps={{ 'aria-label': 'File' }}>
          {(props) => (
            <Button {...props} className={styles.choose}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Button onClick={onCancel}>Go back</Button>
        <Button variant="filled" disabled={problem !== null} onClick={() => onKeep(draft)}>
          Keep file
        </Button>
      </div>
    </div>
  );
}
