/** Colours are those of the page, so that they follow its theme. */
export const chartTheme = {
  text: { fontFamily: 'inherit', fontSize: 11, fill: 'var(--ink-soft)' },
  axis: { ticks: { line: { strokeWidth: 0 } } },
  grid: { line: { stroke: 'var(--line)', strokeWidth: 1 } },
};
