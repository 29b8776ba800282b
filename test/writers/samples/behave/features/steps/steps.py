from behave import given


@given('a step')
def step(context):
    print('printed by a step')


@given('a failing step')
def fail(context):
    assert False, 'no <card> & cash'


@given('a price of {price}')
def cost(context, price):
    pass
