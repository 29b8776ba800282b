import { identityOfClaims } from './identityOfClaims.ts';

const google = { iss: 'https://accounts.google.com', sub: '1076', email: 'ada@example.org', email_verified: true };
const entra = {
  iss: 'https://login.microsoftonline.com/tenant-1/v2.0',
  sub: 'of this client',
  oid: 'object-1',
  email: 'ada@example.org',
  xms_edov: true,
};

describe('who somebody is by the claims of a provider', () => {
  it('is the subject at its issuer', () => {
    expect(identityOfClaims(google)).toMatchObject({
      issuer: 'https://accounts.google.com',
      subject: '1076',
      email: 'ada@example.org',
    });
  });

  it('is at Entra the object in its tenant', () => {
    expect(identityOfClaims(entra)).toMatchObject({ issuer: entra.iss, subject: 'object-1', email: entra.email });
    expect(() => identityOfClaims({ ...entra, oid: undefined })).toThrow('no subject');
  });

  it.each([
    [google, { email_verified: 'true' }, true],
    [google, { email_verified: false }, false],
    [google, { email_verified: undefined }, false],
    [google, { email_verified: undefined, xms_edov: true }, false],
    [entra, { xms_edov: 1 }, true],
    [entra, { xms_edov: '1' }, true],
    [entra, { xms_edov: false }, false],
    [entra, { xms_edov: undefined, email_verified: true }, false],
  ])('has an address only where the provider says that it is verified: %j with %j', (claims, changed, isVerified) => {
    expect(identityOfClaims({ ...claims, ...changed }).email).toBe(isVerified ? 'ada@example.org' : null);
  });
});
