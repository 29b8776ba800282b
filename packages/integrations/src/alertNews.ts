import { type AlertKind, counted } from '@assay/contract';

/** What an alert has to say, for every channel to put in its own way. Texts are plain. */
export type AlertNews = {
  kind: AlertKind | 'test';
  at: string;
  tone: 'bad' | 'good' | 'neutral';
  /** Such as `Checkout #416 failed: 9 of 396 tests, 7 new`. */
  title: string;
  /** Where, of what. */
  facts: { label: string; value: string }[];
  /** Why tests fail, the cause with most tests first, and how many causes there are besides. Named instead of the tests. */
  causes: { name: string; testCount: number }[];
  moreCauses: number;
  /** The first failing tests, and how many there are besides. */
  failures: { file: string; name: string }[];
  moreFailures: number;
  link: { label: string; url: string } | null;
  /** The same for everything that one alert says of the same thing: what is opened is closed under it. */
  group: string;
  /** For programs. */
  data: Record<string, unknown>;
};

/** @returns a cause in one line of a message */
export function causeLine({ name, testCount }: AlertNews['causes'][number]): string {
  return `${counted(testCount, 'test')}: ${name}`;
}

/** @returns what failed, a line for each cause or, where none is known, for each test; and how many there are besides */
export function failureLines({
  causes,
  moreCauses,
  failures,
  moreFailures,
}: Pick<AlertNews, 'causes' | 'moreCauses' | 'failures' | 'moreFailures'>): { lines: string[]; more: number } {
  if (causes.length === 0) return { lines: failures.map(({ file, name }) => `${file} › ${name}`), more: moreFailures };
  return { lines: causes.map(causeLine), more: moreCauses };
}
