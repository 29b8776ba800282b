import { type Static, Type } from 'typebox';

const base64 = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9+/]+={0,2}$' });

/**
 * How a run's variables, and the key of its repository, reach the agent that runs its tests and nobody else, even if
 * messages are logged on the way: sealed by HPKE (RFC 9180; DHKEM P-256, HKDF-SHA256, AES-256-GCM) to the key that the
 * agent's process made when it started, with the lease as additional data. The plaintext is JSON: an array of
 * {@link RunVariable}, or a text.
 */
export const sealedSecrets = { info: 'assay/run-variables/v1' } as const;

/** An uncompressed point of P-256. */
export const AgentPublicKey = base64(100);

export const SealedSecret = Type.Object({
  encapsulatedKey: AgentPublicKey,
  content: base64(64 * 1024 * 1024),
});
export type SealedSecret = Static<typeof SealedSecret>;

export const RunVariable = Type.Object({
  key: Type.String(),
  value: Type.String(),
  encrypted: Type.Boolean({ description: 'masked in everything that is stored' }),
  file: Type.Boolean({ description: 'the value is the content of a file, and the variable its path' }),
});
export type RunVariable = Static<typeof RunVariable>;
export const RunVariables = Type.Array(RunVariable);
