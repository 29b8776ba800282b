import { positionAt, resultRow } from '../../../testSupport/views.ts';
import { inOrderOf } from './heldOrder.ts';
import { buildTree, type FileNode } from './resultTree.ts';
import { resultsOf } from './runResults.ts';

type Rows = Parameters<typeof resultsOf>[0][number]['tests'];

function treeOf(tests: Rows): FileNode[] {
  const page = { tests, total: tests.length, position: positionAt(1) };
  return buildTree(resultsOf([page]), { ignoreQuarantine: false, testTimeoutSeconds: 60 });
}
const namesOf = (nodes: readonly FileNode[]) =>
  nodes.map(({ file, tests }) => [file, tests.map(({ name }) => name)] as const);

const test = (name: string, file: string, status: 'PASS' | 'FAIL' = 'PASS') => resultRow(name, { file, status });
const before = treeOf([test('one', 'a'), test('two', 'a'), test('three', 'b')]);

describe('an order that is held', () => {
  it('keeps files and tests where they are, and shows how they are now', () => {
    const now = treeOf([test('one', 'a'), test('two', 'a', 'FAIL'), test('three', 'b', 'FAIL')]);
    const failedLast = treeOf([test('one', 'a'), test('two', 'a'), test('three', 'b', 'FAIL')]);
    expect(namesOf(failedLast)[0]?.[0]).toBe('b');
    expect(namesOf(inOrderOf(before, failedLast))).toEqual(namesOf(before));
    expect(namesOf(now)[0]).toEqual(['a', ['two', 'one']]);
    const held = inOrderOf(before, now);
    expect(namesOf(held)).toEqual(namesOf(before));
    expect(held.map(({ status }) => status)).toEqual(['FAIL', 'FAIL']);
  });

  it('puts what is new behind the rest', () => {
    const now = treeOf([
      test('new', 'a', 'FAIL'),
      test('one', 'a'),
      test('two', 'a'),
      test('four', '0'),
      test('three', 'b'),
    ]);
    expect(namesOf(inOrderOf(before, now))).toEqual([
      ['a', ['one', 'two', 'new']],
      ['b', ['three']],
      ['0', ['four']],
    ]);
  });

  it('is the tree itself where nothing moves, and where nothing was shown', () => {
    const now = treeOf([test('one', 'a'), test('two', 'a'), test('three', 'b')]);
    expect(inOrderOf(before, now)).toBe(now);
    expect(inOrderOf([], now)).toBe(now);
  });
});
