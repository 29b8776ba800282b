const { forecast, litres, plant, water, weed } = require('../src/garden');
function expectLitres(beds, expected) {
  expect(litres(beds)).toBe(expected);
}
describe('garden', () => {
  it('plants roses', () => plant('A', 3));
  it('plants many tulips', () => plant('south 2', 120));
  it('waters a bed', () => expect(water({})).toBeTrue());
  it('waters the lawn', () => expect(water({ grass: 1 })).toBeTrue());
  it('weeds a bed', () => expect(weed({})).toBeTrue());
  it('needs water', () => expectLitres(2, 5));
  it('needs much water', () => expectLitres(20, 50));
  it('counts tools', () => {
    expect(['rake'].length).toBe(2);
  });
  it('counts gates', () => {
    expect('x'.length).toBe(2);
  });
  it('expects rain', () => forecast('/rain'));
  it('expects rain again', () => forecast('/rain'));
  it('expects sun', () => forecast('/sun'));
  it('opens the shed', (done) => {
    void done;
  }, 100);
});
