require_relative "../lib/library"

RSpec.describe Library do
  def expect_fee(days, fee)
    expect(subject.fee(days)).to eq(fee)
  end

  it("takes a novel back") { subject.give_back("Novel") }
  it("takes an atlas back") { subject.give_back("The Atlas") }
  it("finds the shelf") { expect(subject.shelf({})).to eq("A") }
  it("finds the shelf of a map") { expect(subject.shelf({ kind: :map })).to eq("M") }
  it("finds the author") { expect(subject.author({})).to eq("ANN") }
  it("takes a fee") { expect_fee(1, 1) }
  it("takes a large fee") { expect_fee(30, 20) }
  it("asks the catalogue") { subject.catalogue(15) }
  it("asks the old catalogue") { subject.catalogue(17) }
  it "counts readers" do
    expect([1, 2].size).to eq(3)
  end
  it "counts rooms" do
    expect("ab".size).to eq(3)
  end
  it("reads the plan") { File.read("spec/fixtures/plan.yml") }
  it("reads the whole plan") { File.readlines("spec/fixtures/plan.yml") }
  it("sends a reminder") { subject.remind }
end
