import type { BlobId } from '@assay/contract';
import { addressSigner } from '../../test/addressSigner.ts';
import { openBlobSigning, type SignedBlobQuery } from './blobSigning.ts';

const blobId = 'ab'.repeat(32) as BlobId;
const terms = { name: 'shot & "proof".png', mediaType: 'image/png', expiresInSeconds: 300 };

function queryOf(url: string): SignedBlobQuery {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const part = (name: string) => searchParams.get(name) ?? '';
  return {
    blobId: pathname.replace('/api/blobs/', ''),
    name: part('name'),
    type: part('type'),
    expires: part('expires'),
    signature: part('signature'),
  };
}

describe('signed blob URLs', () => {
  let time: number;
  const signing = openBlobSigning(addressSigner(1), () => new Date(time));
  beforeEach(() => {
    time = Date.parse('2026-03-01T12:00:30Z');
  });

  it('tell the browser what it needs to know', () => {
    const query = queryOf(signing.signUrl(blobId, terms));
    expect(query).toMatchObject({ blobId, name: terms.name, type: 'image/png' });
    expect(signing.verifySignature(query)).toBe(true);
  });

  it('are valid for the requested time, and at most a minute more', () => {
    const query = queryOf(signing.signUrl(blobId, terms));
    time += 300_000 - 1;
    expect(signing.verifySignature(query)).toBe(true);
    time += 60_000 + 1;
    expect(signing.verifySignature(query)).toBe(false);
  });

  it('stay the same within a minute, for caches', () => {
    const url = signing.signUrl(blobId, terms);
    time += 29_000;
    expect(signing.signUrl(blobId, terms)).toBe(url);
  });

  it('are invalid once anything is changed', () => {
    const query = queryOf(signing.signUrl(blobId, terms));
    const changes: Partial<SignedBlobQuery>[] = [
      { blobId: 'cd'.repeat(32) },
      { name: 'other.png' },
      { type: 'text/html' },
      { expires: String(Number(query.expires) + 60) },
      { signature: '' },
      { signature: 'é'.repeat(32) },
      { signature: query.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
    ];
    expect(changes.map((change) => signing.verifySignature({ ...query, ...change }))).toEqual(changes.map(() => false));
  });

  it('of another installation are refused', () => {
    const other = openBlobSigning(addressSigner(2), () => new Date(time));
    expect(signing.verifySignature(queryOf(other.signUrl(blobId, terms)))).toBe(false);
  });
});
