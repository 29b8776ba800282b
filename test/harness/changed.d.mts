/** What a change can affect: see changed.mjs. */
export function affected(
  comparedWith?: string,
  root?: string,
): { ref: string; files: string[]; tests: string[] | null };
