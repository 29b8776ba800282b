import pytest


def test_adds():
    assert 1 + 1 == 2


def test_pays():
    assert 'card' == 'cash', 'by <card> & cash'


@pytest.mark.skip(reason='no terminal')
def test_is_skipped():
    pass


@pytest.mark.xfail(reason='next month')
def test_is_expected_to_fail():
    assert False


@pytest.mark.xfail(strict=True)
def test_passes_unexpectedly():
    pass


@pytest.mark.xfail
def test_passes_against_odds():
    pass


def test_prints(record_property):
    record_property('price', 2)
    print('printed by a test')


@pytest.mark.parametrize('price', [1, 2, '"quotes" & <angles>'])
def test_costs(price):
    assert price


class TestGroup:
    class TestDeep:
        def test_is_nested(self):
            pass


@pytest.fixture
def broken_set_up():
    raise RuntimeError('cannot set up')


@pytest.fixture
def broken_tear_down():
    yield
    raise RuntimeError('cannot tear down')


def test_has_a_failed_set_up(broken_set_up):
    pass


def test_has_a_failed_tear_down(broken_tear_down):
    pass
