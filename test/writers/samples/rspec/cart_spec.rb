RSpec.describe 'cart' do
  it('adds') { expect(1 + 1).to eq 2 }
  it('pays') { expect('card').to eq 'cash' }
  xit('is skipped') {}
  it 'is to be written'
  it('is skipped with a reason') { skip 'no terminal' }
  it 'is expected to fail' do
    pending 'next month'
    raise 'not yet'
  end
  it 'passes unexpectedly' do
    pending 'next month'
  end
  it('has "quotes" & <angles>') {}
  it('has an equal') {}
  it('has an equal') {}
  [1, 2].each { |price| it("costs #{price}") {} }
  context('group') { it('is nested') {} }
end
RSpec.describe 'hooks' do
  context 'before each' do
    before { raise 'cannot set up' }
    it('has a failed set-up') {}
  end
  context 'after each' do
    after { raise 'cannot tear down' }
    it('has a failed tear-down') {}
  end
  context 'before all' do
    before(:all) { raise 'cannot set up' }
    it('never starts') {}
  end
  context 'after all' do
    after(:all) { raise 'cannot tear down' }
    it('is counted') {}
  end
end
