import { hideSecrets } from './hideSecrets.ts';

/** Made up, and put together here: scanners of repositories find keys that are written out. */
const made = (...parts: string[]) => parts.join('');
const random = 'q7Zk2Vx9Lm4Tr8Wp3Ns6';
const pem = (kind: string) =>
  made('-----BEGIN ', kind, 'PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0\n-----END ', kind, 'PRIVATE KEY-----');

describe('what is sent to a model', () => {
  it.each([
    ['a password', 'connect with password=hunter2 to db', 'connect with password=<hidden> to db'],
    ['a password in JSON', '{"user":"ada","password":"a \\"b\\" c","n":1}', '{"user":"ada","password":<hidden>,"n":1}'],
    ['a variable', 'DB_PASSWORD: s3cret', 'DB_PASSWORD: <hidden>'],
    ['a token of YAML', "  api_key: 'abc def'", '  api_key: <hidden>'],
    [
      'a password of JSON in JSON',
      '"{\\"password\\":\\"hunter2\\",\\"n\\":1}"',
      '"{\\"password\\":<hidden>,\\"n\\":1}"',
    ],
    ['a password of XML', '<db:password>hunter2</db:password>', '<db:password><hidden></db:password>'],
    ['a password with commas', 'PGPASSWORD=a,b,c, user ada', 'PGPASSWORD=<hidden>, user ada'],
    ['a short name', 'DB_PASS=abc SESSION_PASSES=2', 'DB_PASS=<hidden> SESSION_PASSES=2'],
    ['a signature', 'GET /blob?se=2026&sig=abc%3D&sp=r', 'GET /blob?se=2026&sig=<hidden>&sp=r'],
    ['a header of JSON in JSON', '{\\"authorization\\":\\"Basic abc\\"}', '{\\"authorization\\":<hidden>'],
    ['an option', 'psql --password hunter2 -h db', 'psql --password <hidden> -h db'],
    ['a header', 'Authorization: Bearer abc.def', 'Authorization: <hidden>'],
    ['a header in JSON', `{"x-api-key": "abc", "accept": "*"}`, `{"x-api-key": <hidden>, "accept": "*"}`],
    ['cookies', 'set-cookie: sid=abc; Path=/\nnext', 'set-cookie: <hidden>\nnext'],
    ['cookies of a request', "cookie: 'a=b; c=d',", 'cookie: <hidden>,'],
    ['a bearer', 'sent Bearer abcdef123 twice', 'sent Bearer <hidden> twice'],
    ['user info', 'GET https://ada:p%40ss@db.acme.example/x', 'GET https://<hidden>@db.acme.example/x'],
    ['user info of a database', 'postgres://shop:s3cret@db:5432/shop', 'postgres://<hidden>@db:5432/shop'],
    ['an address', 'No user ada.byron+test@mail.acme.example found', 'No user <email> found'],
    ['an address outside ASCII', 'to jörg@bücher.example', 'to <email>'],
    ['a token of GitHub', made('fetched with ghp', '_', random, 'abcdefghij.'), 'fetched with <hidden>'],
    ['a token of Slack', made('xox', 'b-12345678-abcdefgh'), '<hidden>'],
    ['a key of a model', made('key is sk', '-proj-abcdefghijkl'), 'key is <hidden>'],
    ['a key of AWS', made('AKIA', 'ABCDEFGHIJKLMNOP'), '<hidden>'],
    ['a JSON web token', made('eyJ', 'hbGciOiJI.', 'eyJzdWIiOiI.', 'c2ln'), '<hidden>'],
    ['a private key', `a\n${pem('RSA ')}\nb`, 'a\n<private key>\nb'],
    ['a private key that is cut', pem('').slice(0, 50), '<private key>'],
    ['a private key in one line', pem('').replaceAll('\n', '\\n'), '<private key>'],
    ['a random text', `state ${random} is gone`, 'state <hidden> is gone'],
    ['base64', `got ${Buffer.from(random.repeat(2)).toString('base64')}`, 'got <hidden>'],
    ['a hash', `got ${'0a1b2c3d'.repeat(5)}`, 'got <hidden>'],
    ['an id', 'order 3f1d9a52-77c1-4c8e-9a55-0f6f2f0c1b7e', 'order <id>'],
  ])('has no %s', (_, text, expected) => {
    expect(hideSecrets(text)).toBe(expected);
  });

  it.each([
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    '    at Cart.shouldRetryWhenServer503Responds (/home/ci/job/node_modules/@acme/cart-2/src/cart.ts:118:9)',
    'Expected: 41.40\nReceived: "46.00"',
    'AssertionError [ERR_ASSERTION]: expected 46 to equal 41',
    'npm error code E404 lodash@4.17.21 at https://registry.example.org/lodash',
    'SyntaxError: Unexpected token < in JSON at position 0',
    'java.lang.IllegalStateException: com.acme.checkout.PaymentGatewayConfiguration2Factory is closed',
    'Screenshot: test-results/cart-adds-an-article-chromium/test-failed-1.png',
    '  1 passing (12ms), 2 failing, 3 signals, assigned, passed: 4',
    'commit 4f2a91c of 2026-03-01T12:04:11.204Z',
    '========================= 3 failed, 12 passed in 4.21s =========================',
  ])('keeps what explains a failure: %s', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it('has no value that is denied, in usual encodings, longer ones first', () => {
    const denied = ['plain value/1', 'plain', 'ab', ''];
    const encoded = Buffer.from('plain value/1').toString('base64');
    expect(hideSecrets(`plain value/1, plain, plain%20value%2F1, ${encoded}, ab`, denied)).toBe(
      '<hidden>, <hidden>, <hidden>, <hidden>, ab',
    );
  });

  it('takes a time that grows with the length of the text alone', () => {
    const hostile = ['a@', 'x-key-', '--token', 'password', 'eyJa.', '-----BEGIN PRIVATE KEY', '"\\', 'ab1', 'a.b@c.'];
    // A pattern that went back and forth would never end here.
    for (const text of hostile) expect(hideSecrets(text.repeat(20_000)).length).toBeGreaterThan(0);
  });
});
