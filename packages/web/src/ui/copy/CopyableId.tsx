import { Tooltip, UnstyledButton } from '@mantine/core';
import { useCopy } from './useCopy.ts';

/** A shortened id; a click copies all of it. */
export function CopyableId({ id, length }: { id: string; length: number }) {
  const { copied, copy } = useCopy(id);
  const label = copied ? 'Copied' : `Copy ${id}`;
  return (
    <Tooltip label={label}>
      <UnstyledButton onClick={copy} aria-label={label}>
        <code>{id.slice(0, length)}</code>
      </UnstyledButton>
    </Tooltip>
  );
}
