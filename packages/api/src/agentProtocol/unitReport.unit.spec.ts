import type { BlobId, TestId, UnitEvent } from '@assay/contract';
import { appendsOf, detailsOf, reportedEvents } from './unitReport.ts';

const blob = 'a'.repeat(64) as BlobId;
const finished = (id: string, texts: Partial<Extract<UnitEvent, { type: 'testFinished' }>> = {}): UnitEvent => ({
  type: 'testFinished',
  testId: id as TestId,
  attempt: 1,
  status: 'FAIL',
  final: true,
  timedOut: false,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  artifacts: [],
  ...texts,
});

describe('the report of a unit', () => {
  it('puts all texts of a post into one blob, or none if there are none', () => {
    expect(detailsOf([finished('quiet'), finished('empty', { output: '', error: null })])).toBeNull();
    expect(detailsOf([finished('a', { error: 'e' }), finished('b', { attempt: 2, processOutput: 'p' })])).toEqual({
      'a.1': { error: 'e', stackTrace: null, output: null, processOutput: null },
      'b.2': { error: null, stackTrace: null, output: null, processOutput: 'p' },
    });
  });

  it('keeps code and steps with the texts, even of a test that said nothing', () => {
    const codeFrames = [{ file: 'cart.ts', line: 2, column: null, firstLine: 1, lines: ['a', 'b'] }];
    const steps = [{ title: 'opens', depth: 0, status: 'PASS' as const, startMs: 0, durationMs: 5 }];
    const events = [finished('a', { codeFrames, steps }), finished('b', { codeFrames: [], steps: [] })];
    expect(detailsOf(events)).toEqual({
      'a.1': { error: null, stackTrace: null, output: null, processOutput: null, codeFrames, steps },
    });
    const [event, empty] = reportedEvents(events, blob);
    expect(event).toMatchObject({ details: blob });
    expect(event).not.toHaveProperty('codeFrames');
    expect(event).not.toHaveProperty('steps');
    expect(empty).toMatchObject({ details: null });
  });

  it('leaves in the event the head of each text and the id of the blob', () => {
    const [loud, quiet] = reportedEvents(
      [finished('a', { error: 'x'.repeat(1001), output: 'o' }), finished('b')],
      blob,
    );
    expect(loud).toMatchObject({ errorHead: 'x'.repeat(1000), details: blob });
    expect(loud).not.toHaveProperty('output');
    expect(quiet).toMatchObject({ errorHead: null, details: null });
  });

  it('leaves in the event the own frames of failures alone', () => {
    const stackTrace = 'Error: no\n    at total (/shop/cart.js:4:9)\n    at run (node:internal/test:1:2)';
    const frame = { name: 'total', file: '/shop/cart.js', line: 4 };
    const texts = [
      { error: 'no', stackTrace },
      { error: stackTrace },
      { error: 'no' },
      { status: 'PASS' as const, stackTrace },
    ];
    const events = reportedEvents(
      texts.map((one, place) => finished(`t${place}`, one)),
      blob,
    );
    const frames = events.map((event) => (event.type === 'testFinished' ? event.frames : undefined));
    expect(frames).toEqual([[frame], [frame], undefined, undefined]);
  });

  it('never cuts a character in half', () => {
    const [event] = reportedEvents([finished('a', { error: `${'x'.repeat(999)}\u{1f600}` })], blob);
    expect(event).toMatchObject({ errorHead: 'x'.repeat(999) });
  });

  it('cuts a post into parts below the size of an append, in order and without losing any', () => {
    const events = reportedEvents(
      Array.from({ length: 200 }, (_, n) => finished(`t${n}`, { error: '\u{1f600}'.repeat(500) })),
      blob,
    );
    const parts = appendsOf(events);
    expect(parts.flat()).toEqual(events);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(200 * 1024);
    expect(appendsOf([])).toEqual([]);
  });
});
