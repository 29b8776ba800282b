import { stripAnsi } from '../../../ui/stripAnsi.ts';
import { partsOfInfo } from '../status/statusInfo.ts';
import { diffLines } from './diffLines.ts';
import { foldStack } from './foldStack.ts';

describe("an assertion's diff", () => {
  const sides = (error: string) => diffLines(error).map((line) => line.side);

  it('has minus for expected and plus for received', () => {
    expect(sides('total\n- expected 41\n+ received 46')).toEqual([null, 'expected', 'received']);
  });

  it("has them reversed under '+ expected - actual'", () => {
    expect(sides('      + expected - actual\n\n      -46\n      +41')).toEqual([null, null, 'received', 'expected']);
  });

  it('is not every list with dashes', () => {
    const error = 'Locator: x\nExpected: "22"\nReceived: "24"\n\nCall log:\n  - waiting\n  + found';
    expect(sides(error)).toEqual([null, 'expected', 'received', null, null, null, null]);
    expect(sides('steps:\n- one\n- two')).toEqual([null, null, null]);
  });

  it('does not match rulers and lists in other text', () => {
    expect(sides('--- a/file\n+++ b/file\nplain')).toEqual([null, null, null]);
  });
});

describe('a stack trace', () => {
  const stack = [
    'Error: no',
    '    at totals (features/cart.ts:118:14)',
    '    at run (/w/node_modules/@cucumber/cucumber/lib/a.js:1:2)',
    '    at process.tick (node:internal/process/task_queues:95:5)',
    '    at Object.<anonymous> (/w/tests/cart.ts:3:1)',
  ].join('\n');

  it("shows the project's own frames and folds the others under their packages", () => {
    expect(foldStack(stack)).toEqual([
      { kind: 'line', text: 'Error: no' },
      { kind: 'line', text: '    at totals (features/cart.ts:118:14)' },
      { kind: 'folded', owner: '@cucumber/cucumber, node', frames: stack.split('\n').slice(2, 4) },
      { kind: 'line', text: '    at Object.<anonymous> (/w/tests/cart.ts:3:1)' },
    ]);
  });

  it('keeps every line that is not a frame', () => {
    expect(foldStack('see node_modules/x for help')).toEqual([{ kind: 'line', text: 'see node_modules/x for help' }]);
  });
});

describe('texts with terminal colours', () => {
  it('lose them where colours carry meaning', () => {
    expect(stripAnsi('\u001b[31mred\u001b[39m \u001b[1;2Hplain')).toBe('red plain');
  });
});

describe("a run's status info", () => {
  it('separates what happened from program output', () => {
    expect(partsOfInfo('The tests could not be listed.\n\u001b[31mError\u001b[39m: ENOENT\n  at x')).toEqual({
      what: 'The tests could not be listed.',
      said: '\u001b[31mError\u001b[39m: ENOENT\n  at x',
    });
    expect(partsOfInfo('Canceled by Marta Ruiz.')).toEqual({ what: 'Canceled by Marta Ruiz.', said: null });
  });
});
