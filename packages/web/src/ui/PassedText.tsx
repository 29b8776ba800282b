import { passedParts } from '@assay/contract';

type Props = { run: { passCount: number; flakyCount: number }; flakyClassName: string | undefined };

/** How many tests of a run passed, and how many of these were flaky. */
export function PassedText({ run, flakyClassName }: Props) {
  const { passed, flaky } = passedParts(run);
  return (
    <>
      {passed}
      {flaky !== null && (
        <>
          , <span className={flakyClassName}>{flaky}</span>
        </>
      )}
    </>
  );
}
