from clinic.pharmacy import stock


def test_stock():
    assert stock() == 1
