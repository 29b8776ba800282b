import { CloseButton } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './FileDrop.module.css';
import { formatBytes } from './format/formatNumbers.ts';

/** Files by drop or dialog; new files are added to the chosen ones. */
export function FileDrop({
  label,
  hint,
  accept,
  files,
  onChange,
  error,
  disabled = false,
}: {
  label: string;
  hint: string;
  accept: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  error?: string;
  disabled?: boolean;
}) {
  const [over, setOver] = useState(false);
  const id = useId();
  const add = (added: FileList | null) => {
    const fresh = [...(added ?? [])].filter((file) => !files.some((known) => isSame(known, file)));
    onChange([...files, ...fresh]);
  };
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <label
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) add(event.dataTransfer.files);
        }}
      >
        <span>Drop files here, or choose them</span>
        <small>{hint}</small>
        <input
          className={styles.input}
          type="file"
          multiple
          accept={accept}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          disabled={disabled}
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {error !== undefined && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Chosen files">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className="soft">{formatBytes(file.size)}</span>
              <CloseButton
                size="sm"
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
