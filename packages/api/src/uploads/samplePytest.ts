/** A pytest report of a small shop: passed, failed and skipped tests. */
export const samplePytest = `<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="2" skipped="1" tests="12" time="3.471" hostname="sample">
<testcase classname="tests.test_cart" name="test_empty_cart_costs_nothing" time="0.012"/>
<testcase classname="tests.test_cart" name="test_adding_an_article" time="0.034"/>
<testcase classname="tests.test_cart" name="test_adding_it_twice_counts_two" time="0.029"/>
<testcase classname="tests.test_cart" name="test_removing_the_last_article" time="0.018"/>
<testcase classname="tests.test_checkout" name="test_total_has_shipping" time="0.402"><failure message="AssertionError: assert Decimal('24.90') == Decimal('29.80')">def test_total_has_shipping(cart):
        cart.add("teapot", price=Decimal("24.90"))
&gt;       assert checkout(cart).total == Decimal("29.80")
E       AssertionError: assert Decimal('24.90') == Decimal('29.80')

tests/test_checkout.py:14: AssertionError</failure></testcase>
<testcase classname="tests.test_checkout" name="test_free_shipping_from_fifty" time="0.377"/>
<testcase classname="tests.test_checkout" name="test_card[visa]" time="0.611"><system-out>POST /payments 201</system-out></testcase>
<testcase classname="tests.test_checkout" name="test_card[amex]" time="0.598"><system-out>POST /payments 402
payment declined by the sandbox</system-out><failure message="PaymentDeclined: sandbox declined the card">tests/test_checkout.py:31: in test_card
    pay(cart, card)
shop/payment.py:58: PaymentDeclined</failure></testcase>
<testcase classname="tests.test_checkout" name="test_invoice_by_mail" time="0.000"><skipped type="pytest.skip" message="no mail server in this environment"/></testcase>
<testcase classname="tests.test_search.TestSearch" name="test_finds_by_name" time="0.471"/>
<testcase classname="tests.test_search.TestSearch" name="test_finds_nothing" time="0.433"/>
<testcase classname="tests.test_search.TestSearch" name="test_pages_of_results" time="0.486"/>
</testsuite></testsuites>
`;
