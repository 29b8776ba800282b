import { formatCount, formatShare } from '../../ui/format/formatNumbers.ts';

/** A share with what it is of; a dash where there is nothing to judge by. */
export function PassRate({ passed, of }: { passed: number; of: number }) {
  if (of === 0) return <span className="soft">–</span>;
  return (
    <>
      {formatShare(passed, of)} <span className="soft">of {formatCount(of)}</span>
    </>
  );
}
