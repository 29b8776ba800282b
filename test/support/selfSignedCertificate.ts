import { generate } from 'selfsigned';

/** A self-signed certificate for `localhost` and 127.0.0.1, in PEM: Node makes keys but no certificates. */
export async function selfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
}
