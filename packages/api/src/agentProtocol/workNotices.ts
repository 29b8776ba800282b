/** Wakes claims that wait when there may be work. */
export type WorkNotices = {
  /** Wakes every claim that waits. */
  tell(): void;
  /** @returns a promise of the next `tell` from now on. Ask before looking for work, so that none falls in between. */
  next(): Promise<void>;
};

export function workNotices(): WorkNotices {
  let wake: () => void = () => undefined;
  let coming: Promise<void> | null = null;
  return {
    tell: () => {
      coming = null;
      wake();
    },
    next: () => {
      coming ??= new Promise((resolve) => {
        wake = resolve;
      });
      return coming;
    },
  };
}
