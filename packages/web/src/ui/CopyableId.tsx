import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';

/** A shortened id; a click copies all of it. */
export function CopyableId({ id, length }: { id: string; length: number }) {
  return (
    <CopyButton value={id} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${id}`}>
          <UnstyledButton onClick={copy} aria-label={copied ? 'Copied' : `Copy ${id}`}>
            <code>{id.slice(0, length)}</code>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
