import type { ModelAnswer } from '@assay/contract';
import styles from './analysis.module.css';

/** What a model suggests to do. */
export function SuggestionList({ suggestions }: { suggestions: ModelAnswer['suggestions'] }) {
  if (suggestions.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label="Suggestions">
      {suggestions.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
