import { decideAppend, type ExpectedRevision, type StreamBefore } from './decideAppend.ts';

const missing: StreamBefore = { lastRevision: -1, tombstoned: false, softDeleted: false };
const atTwo: StreamBefore = { lastRevision: 2, tombstoned: false, softDeleted: false };
const softDeleted: StreamBefore = { ...atTwo, softDeleted: true };

/** A stream that holds these ids from revision 0 on, all of them recent. */
const holding = (...held: string[]) => ({
  idAt: (revision: number) => held[revision],
  recentRevision: (id: string) => (held.includes(id) ? held.indexOf(id) : undefined),
});
const abc = holding('a', 'b', 'c');

const append = (firstRevision: number) => ({ kind: 'append', firstRevision });
const already = (lastRevision: number) => ({ kind: 'alreadyWritten', lastRevision });
const wrong = (currentRevision: number) => ({ kind: 'wrongExpectedRevision', currentRevision });

describe('deciding an append', () => {
  it.each<[string, StreamBefore, ExpectedRevision, string[], object]>([
    ['any revision, missing stream', missing, 'any', ['x'], append(0)],
    ['any revision, existing stream', atTwo, 'any', ['x'], append(3)],
    ['no stream, missing stream', missing, 'noStream', ['x'], append(0)],
    ['no stream, existing stream', atTwo, 'noStream', ['x'], wrong(2)],
    ['existing stream expected, missing', missing, 'streamExists', ['x'], wrong(-1)],
    ['existing stream expected, existing', atTwo, 'streamExists', ['x'], append(3)],
    ['the exact revision', atTwo, 2, ['x'], append(3)],
    ['an earlier revision', atTwo, 0, ['x'], wrong(2)],
    ['a later revision', atTwo, 5, ['x'], wrong(2)],
    ['any revision, deleted stream', softDeleted, 'any', ['x'], append(3)],
    ['no stream, deleted stream', softDeleted, 'noStream', ['x'], append(3)],
    ['existing stream expected, deleted', softDeleted, 'streamExists', ['x'], wrong(2)],
    ['an earlier revision, deleted stream', softDeleted, 0, ['x'], wrong(2)],
    ['repeated whole under any revision', atTwo, 'any', ['b', 'c'], already(2)],
    ['repeated whole under an existing stream', atTwo, 'streamExists', ['a', 'b'], already(1)],
    ['repeated whole under no stream', atTwo, 'noStream', ['a', 'b'], already(1)],
    ['repeated whole under its original revision', atTwo, 0, ['b', 'c'], already(2)],
    ['repeated in part under any revision', atTwo, 'any', ['c', 'x'], wrong(2)],
    ['repeated in part under no stream', atTwo, 'noStream', ['a', 'x'], wrong(2)],
    ['repeated with more events under its original revision', atTwo, 1, ['c', 'x'], wrong(2)],
    ['repeated in another order', atTwo, 'noStream', ['b', 'a'], wrong(2)],
    ['nothing under an earlier revision', atTwo, 0, [], wrong(2)],
  ])('%s', (_, stream, expected, ids, decision) => {
    const written = stream === missing ? holding() : abc;
    expect(decideAppend(stream, expected, ids, written)).toEqual(decision);
  });

  it.each<ExpectedRevision>(['any', 'noStream', 'streamExists', 2])(
    'refuses a tombstoned stream, expecting %s',
    (expected) => {
      const gone = { ...atTwo, tombstoned: true };
      expect(decideAppend(gone, expected, ['x'], abc)).toEqual({ kind: 'streamDeleted' });
    },
  );
});
