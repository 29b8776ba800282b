import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Two plain fills of lower contrast are one grey at a glance. */
const minContrast = 1.5;

type Rule = { selectors: string[]; declarations: Record<string, string> };

function rulesOf(css: string): Rule[] {
  return [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selectors = '', body = '']) => ({
      selectors: selectors.split(',').map((one) => one.trim()),
      declarations: Object.fromEntries(
        body
          .split(';')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
      ),
    }),
  );
}

/** @returns what a selector looks like: everything its rules say of its paint */
function lookOf(file: string, selector: string): string {
  const said = rulesOf(read(file)).filter(({ selectors }) => selectors.includes(selector));
  const { fill, background, stroke, ...others } = Object.assign({}, ...said.map((rule) => rule.declarations));
  const dashes = others['stroke-dasharray'];
  const paint = [fill, background, stroke && fill !== undefined ? `around ${stroke}` : stroke, dashes];
  const look = paint.filter((part) => part !== undefined).join(' ');
  if (look === '') throw new Error(`${file} does not paint ${selector}`);
  return look;
}

const isPlain = (look: string) => /^var\(--[a-z-]+\)$/.test(look);

const themes = {
  light: ':root',
  dark: ':root[data-mantine-color-scheme="dark"]',
};

function luminanceOf(look: string, theme: keyof typeof themes): number {
  const variable = look.slice('var('.length, -1);
  const rule = rulesOf(read('app/theme.css')).find(({ selectors }) => selectors[0] === themes[theme]);
  const hex = rule?.declarations[variable];
  if (!hex?.match(/^#[0-9a-f]{6}$/)) throw new Error(`${variable} is no colour in the ${theme} theme`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(a: string, b: string, theme: keyof typeof themes): number {
  const [darker = 0, lighter = 0] = [luminanceOf(a, theme), luminanceOf(b, theme)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What stands side by side in a drawing. */
const drawings = [
  [
    'the chart of runs',
    'features/analytics/charts/charts.module.css',
    ['.failed', '.passed', '.setupFailed', '.inconclusive', '.canceled'],
  ],
  [
    'the chart of results',
    'features/analytics/charts/charts.module.css',
    ['.failed', '.passed', '.ignored', '.notRun'],
  ],
  [
    'the bar of a run',
    'ui/SegmentedBar.module.css',
    ['.pass', '.fail', '.flaky', '.ignored', '.pending', '.notRun', '.running'],
  ],
  ['the lines of durations', 'features/analytics/charts/charts.module.css', ['.p50 polyline', '.p95 polyline']],
  ['a test’s last results', 'ui/RecentBars.module.css', ['.pass', '.fail', '.flaky', '.other']],
  ['a project’s trend', 'features/projects/home/home.module.css', ['.last', '.bad']],
  ['a replay’s histogram', 'features/testRuns/replay/Replay.module.css', ['.passed', '.failed']],
  ['the score of a failed run', 'ui/ScoreDoughnut.module.css', ['.failed', '.failed + .passed']],
  ['the score of a run that passed', 'ui/ScoreDoughnut.module.css', ['.track', '.passed']],
] as const;

const pairs = drawings.flatMap(([drawing, file, selectors]) =>
  selectors.flatMap((one, index) => selectors.slice(index + 1).map((other) => ({ drawing, file, one, other }))),
);

describe('without colour', () => {
  it.each(pairs)('$one and $other are told apart in $drawing', ({ file, one, other }) => {
    const looks = [lookOf(file, one), lookOf(file, other)] as const;
    // A pattern that no other has, or a grey that no other has.
    expect(looks[0]).not.toBe(looks[1]);
    if (!looks.every(isPlain)) return;
    for (const theme of ['light', 'dark'] as const) {
      expect(contrastOf(...looks, theme)).toBeGreaterThanOrEqual(minContrast);
    }
  });
});
