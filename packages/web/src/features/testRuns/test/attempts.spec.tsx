import type { CodeFrame, TestStep } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { projectView, testRunView } from '../../../testSupport/views.ts';
import { ConsoleTab } from './ConsoleTab.tsx';
import { differenceIn, pictureSets } from './pictureSets.ts';
import { ScreenshotsTab } from './ScreenshotsTab.tsx';
import { sourceAddress } from './sourceAddress.ts';
import { rowsAtFirst, stepRows } from './stepRows.ts';
import { isTrace, traceAddress } from './traceAddress.ts';

const picture = (name: string, attempt = 1) => ({
  kind: 'screenshot',
  name,
  size: 1,
  mediaType: 'image/png',
  url: `/blobs/${attempt}/${name}`,
});
const step = (title: string, change: Partial<TestStep> = {}): TestStep => ({
  title,
  depth: 0,
  status: 'PASS',
  startMs: 0,
  durationMs: 10,
  ...change,
});

describe('the steps of several attempts', () => {
  it('share rows, repeated ones each time, and others where they happened', () => {
    const [open, add] = [step('open'), step('add')];
    const rows = stepRows([{ steps: [open, add, add] }, { steps: [open, step('wait'), add] }]);
    expect(rows.map(({ title, steps }) => [title, steps.map(Boolean)])).toEqual([
      ['open', [true, true]],
      ['wait', [false, true]],
      ['add', [true, true]],
      ['add', [true, false]],
    ]);
  });

  it('begin with the outermost and the failed ones, up to the failure', () => {
    const many = Array.from({ length: 40 }, (_, at) => step(`step ${at}`, at === 30 ? { status: 'FAIL' } : {}));
    const shown = rowsAtFirst(stepRows([{ steps: many }])).map(({ title }) => title);
    expect([shown.length, shown.at(-1)]).toEqual([12, 'step 30']);
  });

  it('are beside each other, and the head of a column picks what is shown of an attempt', async () => {
    const failed = step('pays', { status: 'FAIL', startMs: 500, durationMs: 500 });
    const test = testResultView(
      attemptView(1, { error: 'first error', steps: [step('opens'), failed] }),
      attemptView(2, { error: 'second error', steps: [step('opens'), failed] }),
    );
    renderOn(makePage(), <ConsoleTab test={test} run={testRunView(1)} />, '/northwind');
    expect(screen.getByText('errors differ')).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /pays/ })).getAllByText('500ms')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Error' })).toHaveTextContent('second error');
    await userEvent.click(screen.getByRole('button', { name: /Attempt 1/ }));
    expect(screen.getByRole('region', { name: 'Error' })).toHaveTextContent('first error');
  });
});

describe('the code of a failure', () => {
  const frame = (file: string, line: number): CodeFrame => ({
    file,
    line,
    column: 3,
    firstLine: line - 1,
    lines: ['before', `  fails in ${file}`, 'after'],
  });
  const project = projectView({ gitProvider: 'GitHub', gitOwner: 'northwind', gitRepo: 'shop' });
  const run = { ...testRunView(1), commit: '4e0b7715aa' };

  it('is directly below the error, frame by frame, with a link to where it is kept', async () => {
    const page = makePage({ 'GET /projects': [project] });
    const test = testResultView(
      attemptView(1, { codeFrames: [frame('src/cart.ts', 118), frame('tests/a b.spec.ts', 5)] }),
    );
    renderOn(page, <ConsoleTab test={test} run={run} />, '/northwind');
    const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(regions).toEqual(['Error', 'Code']);
    expect(await screen.findByRole('link', { name: 'Open in repository' })).toHaveAttribute(
      'href',
      'https://github.com/northwind/shop/blob/4e0b7715aa/src/cart.ts#L118',
    );
    await userEvent.click(screen.getByRole('button', { name: 'tests/a b.spec.ts:5' }));
    expect(screen.getByText(/fails in tests/)).toBeInTheDocument();
    expect(screen.getByRole('link')).toHaveAttribute('href', expect.stringContaining('tests/a%20b.spec.ts#L5'));
  });

  it.each([
    ['Gitlab', 'team/shop', 'https://gitlab.com/team/shop/web/-/blob/c1/a.ts#L2'],
    ['BitBucket', 'team', 'https://bitbucket.org/team/web/src/c1/a.ts#lines-2'],
    [null, null, null],
  ] as const)('has the address of %s', (gitProvider, gitOwner, address) => {
    expect(sourceAddress({ gitProvider, gitOwner, gitRepo: 'web' }, 'c1', 'a.ts', 2)).toBe(address);
  });
});

describe('a screenshot that was compared', () => {
  const parts = ['cart-expected.png', 'cart-actual.png', 'cart-diff.png'].map((name) => picture(name));

  it('is told apart from others by its parts', () => {
    expect(pictureSets([...parts, picture('end.png')])).toEqual([
      { name: 'cart.png', expected: parts[0], actual: parts[1], difference: parts[2] },
    ]);
    expect(pictureSets(parts.slice(1))).toEqual([]);
    expect(differenceIn('4210 pixels (ratio 0.01 of all image pixels) are different.')).toBe('1.0 % of pixels differ');
    expect(differenceIn('no such cup')).toBeNull();
  });

  it('is shown below the error with a slider, side by side, and by what differs', async () => {
    const user = userEvent.setup();
    renderOn(
      makePage(),
      <ConsoleTab test={testResultView(attemptView(1, { screenShots: parts }))} run={testRunView(1)} />,
      '/northwind',
    );
    expect(screen.getByRole('slider', { name: 'How much of expected is shown over actual' })).toHaveValue('50');
    await user.click(screen.getByRole('radio', { name: 'Side by side' }));
    expect(screen.getByRole('img', { name: 'cart.png, actual' })).toHaveAttribute('src', parts[1]?.url);
    await user.click(screen.getByRole('radio', { name: 'Difference' }));
    expect(screen.getByRole('img', { name: 'cart.png, what differs' })).toHaveAttribute('src', parts[2]?.url);
  });

  it('is otherwise compared with the one of the attempt before', async () => {
    const test = testResultView(
      attemptView(1, { screenShots: [picture('end.png')] }),
      attemptView(2, { screenShots: [picture('end.png', 2)] }),
    );
    renderOn(makePage(), <ScreenshotsTab test={test} />, '/northwind?screenshotIndex=1');
    await userEvent.click(screen.getByRole('button', { name: 'Compare attempt 1 and attempt 2' }));
    expect(screen.getByRole('slider')).toHaveAccessibleName('How much of attempt 1 is shown over attempt 2');
  });
});

describe('a trace', () => {
  const file = (name: string) => ({ ...picture(name), kind: 'file', mediaType: 'application/zip' });

  it('opens in the viewer of this installation, and another archive does not', () => {
    expect(traceAddress({ ...file('trace.zip'), url: '/api/blobs/b1?expires=1' }, 'https://assay.test')).toBe(
      '/trace-viewer/index.html?trace=https%3A%2F%2Fassay.test%2Fapi%2Fblobs%2Fb1%3Fexpires%3D1',
    );
    expect([file('trace.zip'), file('trace-1.zip'), file('report.zip')].map(isTrace)).toEqual([true, true, false]);
  });
});
