import { generate } from 'selfsigned';

/**
 * @param name of the host, besides 127.0.0.1
 * @returns a self-signed certificate in PEM: Node makes keys but no certificates
 */
export async function selfSignedCertificate(name = 'localhost'): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
}
