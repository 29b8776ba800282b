local lu = require('luaunit')

TestCart = {}
function TestCart:testAdds() lu.assertEquals(1 + 1, 2) end
function TestCart:testPays() lu.assertEquals('card', 'cash', 'no <card> & cash') end
function TestCart:testIsSkipped() lu.skip('no "terminal"') end
function TestCart:testPrints() print('printed by a test') end
function TestCart:testBreaks() error('cannot go on') end
function TestCart:testIsSuccess() lu.success() end
TestHooks = {}
function TestHooks:setUp() error('cannot set up') end
function TestHooks:testFailedSetUp() end
TestAfter = {}
function TestAfter:tearDown() error('cannot tear down') end
function TestAfter:testFailedTearDown() end
os.exit(lu.LuaUnit.run())
