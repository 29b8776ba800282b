import type { ModelAnswer } from '@assay/contract';
import styles from './analysis.module.css';

type Claim = ModelAnswer['claims'][number];
type CitedLine = { number: number; text: string; claims: number[] };

/** @returns the cited lines by what they are from, each once and in order, with the claims that cite them */
export function citedLines(claims: readonly Claim[]): { source: string; lines: CitedLine[] }[] {
  const sources = new Map<string, Map<number, CitedLine>>();
  claims.forEach(({ cites }, index) => {
    for (const { source, firstLine, lines } of cites) {
      const known = sources.get(source) ?? new Map<number, CitedLine>();
      sources.set(source, known);
      lines.forEach((text, at) => {
        const number = firstLine + at;
        const line = known.get(number) ?? { number, text, claims: [] };
        if (!line.claims.includes(index + 1)) line.claims.push(index + 1);
        known.set(number, line);
      });
    }
  });
  return [...sources].map(([source, lines]) => ({
    source,
    lines: [...lines.values()].sort((one, other) => one.number - other.number),
  }));
}

/** What a model claims, numbered, and the lines that each claim cites. */
export function Claims({ claims }: { claims: readonly Claim[] }) {
  if (claims.length === 0) return null;
  return (
    <>
      <ol className={styles.claims}>
        {claims.map(({ text }, index) => (
          <li key={text}>
            <span className={styles.claimNumber}>{index + 1}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <section className={styles.cited} aria-label="Cited lines">
        {citedLines(claims).map(({ source, lines }) => (
          <div key={source}>
            <p className={styles.source}>{source}</p>
            {lines.map(({ number, text, claims: by }) => (
              <div key={number} className={styles.citedLine}>
                <span className={styles.lineNumber}>{number}</span>
                <code>{text}</code>
                <span className={styles.by}>{by.join(', ')}</span>
              </div>
            ))}
          </div>
        ))}
      </section>
    </>
  );
}
