import { stripAnsi } from '../../../ui/stripAnsi.ts';
import { partsOfInfo } from '../status/statusInfo.ts';
import { markChangedWords } from './changedWords.ts';
import { diffLines } from './diffLines.ts';
import { foldStack } from './foldStack.ts';
import { framesOf } from './framesOf.ts';

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

describe('the words in which the two sides differ', () => {
  const changed = (error: string) =>
    markChangedWords(diffLines(error)).map(({ parts }) => parts.filter((part) => part.changed).map(({ text }) => text));

  it('are marked line by line', () => {
    const error = '- name: "tea", price: 41\n- sold: 2 cups\n+ name: "tea", price: 46\n+ sold: 3 cups';
    expect(changed(error)).toEqual([['41'], ['2'], ['46'], ['3']]);
  });

  it('are marked behind Expected and Received', () => {
    expect(changed('Expected: "22.41 €"\nReceived: "24.90 €"')).toEqual([
      ['22', '41'],
      ['24', '90'],
    ]);
  });

  it('are not marked where the sides have different numbers of lines or nothing in common', () => {
    expect(changed('- one two\n+ one three\n+ four')).toEqual([[], [], []]);
    expect(changed('- alpha beta\n+ gamma delta')).toEqual([[], []]);
  });

  it('leave every character where it was', () => {
    const error = 'total\n- expected  41 of 50\n+ received  46 of 50\nend';
    const text = markChangedWords(diffLines(error)).map(({ parts }) => parts.map((part) => part.text).join(''));
    expect(text.join('\n')).toBe(error);
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

describe('the frames below an error', () => {
  const frames = '    at Cart.add (src/cart.ts:3:9)\n    at run (node_modules/mocha/lib/runner.js:1:1)';

  it.each([
    ['expected 1 to equal 2', 'AssertionError: expected 1 to equal 2'],
    ['AssertionError [ERR_ASSERTION]: 1 == 2', 'AssertionError [ERR_ASSERTION]: 1 == 2'],
    ['Error: expect(page)\n\nExpected: "a"\nReceived: "b"', 'Error: expect(page)\nExpected: "a"\n  Received: "b"'],
    ['\u001b[31mno such cup\u001b[39m', 'Error: no such cup'],
  ])('do not repeat it: %j', (error, beginning) => {
    expect(framesOf(`${beginning}\n${frames}`, error)).toBe(frames);
  });

  it('stay whole where they begin with something else', () => {
    const stack = `Error: another\n${frames}`;
    expect(framesOf(stack, 'no such cup')).toBe(stack);
    expect(framesOf(stack, null)).toBe(stack);
  });

  it('are none where the stack trace is the error alone', () => {
    expect(framesOf('Error: no such cup\n', 'Error: no such cup')).toBe('');
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
