import { Tooltip, UnstyledButton } from '@mantine/core';
import { useCopy } from './useCopy.ts';

/** A shortened id; a click copies all of it. */
export function CopyableId({ id, length }: { id: string; length: number }) {
  const { copied, copy } = useCopy(id);
  const shown = id.slice(0, length);
  return (
    <Tooltip label={copied ? 'Copied' : `Copy ${id}`}>
      <UnstyledButton className="fingerTall" onClick={copy} aria-label={copied ? `Copied ${shown}` : `Copy ${shown}`}>
        <code>{shown}</code>
      </UnstyledButton>
    </Tooltip>
  );
}
