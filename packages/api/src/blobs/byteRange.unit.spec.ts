import { byteRangeOf } from './byteRange.ts';

describe('byte ranges', () => {
  it.each([
    ['bytes=0-4', { first: 0, last: 4 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=8-99', { first: 8, last: 9 }],
    ['bytes=10-', null],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
  ])('%s of ten bytes', (header, range) => {
    expect(byteRangeOf(header, 10)).toEqual(range);
  });
});
