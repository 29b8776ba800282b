import type { AlertKind } from '@assay/contract';

/** What an alert has to say, for every channel to put in its own way. Texts are plain. */
export type AlertNews = {
  kind: AlertKind | 'test';
  at: string;
  tone: 'bad' | 'good' | 'neutral';
  /** Such as `Checkout #416 failed: 9 of 396 tests, 7 new`. */
  title: string;
  /** Where, of what. */
  facts: { label: string; value: string }[];
  /** The first failing tests, and how many there are besides. */
  failures: { file: string; name: string }[];
  moreFailures: number;
  link: { label: string; url: string } | null;
  /** The same for everything that one alert says of the same thing: what is opened is closed under it. */
  group: string;
  /** For programs. */
  data: Record<string, unknown>;
};
