type Options = {
  /** What was found is kept for so many milliseconds at most. */
  maxAgeMs: number;
  now?: () => number;
};

const subjectsKept = 200;
/** An answer is kept for so many times as long as it took to find, so that looking costs a hundredth at most. */
const keptTimes = 100;

/**
 * Keeps what is asked for on every page: the longer it took to find, the longer it is kept. Whoever asks while it is
 * looked for waits for the same answer; a failure is not kept.
 * @returns what answers for a subject, by the given search where nothing is kept
 */
export function openKeptAnswers<Subject, Answer>({ maxAgeMs, now = Date.now }: Options) {
  const kept = new Map<Subject, { until: number; found: Promise<Answer> }>();
  return async (subject: Subject, find: () => Promise<Answer>): Promise<Answer> => {
    const known = kept.get(subject);
    const began = now();
    if (known && began < known.until) return known.found;
    const entry = { until: Number.POSITIVE_INFINITY, found: find() };
    kept.delete(subject);
    kept.set(subject, entry);
    const [oldest] = kept.keys();
    if (kept.size > subjectsKept && oldest !== undefined) kept.delete(oldest);
    try {
      const found = await entry.found;
      entry.until = now() + Math.min(maxAgeMs, keptTimes * (now() - began));
      return found;
    } catch (error) {
      entry.until = began;
      throw error;
    }
  };
}
