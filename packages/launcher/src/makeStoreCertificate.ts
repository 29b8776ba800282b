import { generate } from 'selfsigned';

const yearMs = 365 * 24 * 3_600_000;

/**
 * Event store clients send a password only over TLS.
 *
 * @returns a certificate of the embedded stores with its key, both as PEM
 */
export async function makeStoreCertificate(): Promise<{ cert: string; private: string }> {
  return await generate([{ name: 'commonName', value: 'Assay store' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - yearMs),
    notAfterDate: new Date(Date.now() + 50 * yearMs),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
}
