-module(cart_tests).
-include_lib("eunit/include/eunit.hrl").

adds_test() -> ?assertEqual(2, 1 + 1).
pays_test() -> ?assertEqual(3, 1 + 1).
breaks_test() -> error("no \"van\" & <driver>").
throws_test() -> throw(no_van).
prints_test() -> io:format("<one> & two~n").
times_out_test_() -> {timeout, 0.05, fun() -> timer:sleep(5000) end}.
titled_test_() -> {"has \"quotes\" & <angles>", fun() -> ok end}.
costs_test_() -> [{"costs " ++ integer_to_list(N), fun() -> ?assert(N < 2) end} || N <- [1, 2]].
nested_test_() -> {"group", [{"inner", [{"is nested", fun() -> ok end}]}]}.
failed_set_up_test_() ->
  {setup, fun() -> error(the_shop_is_closed) end, fun(_) -> ok end, [{"never starts", fun() -> ok end}]}.
failed_tear_down_test_() ->
  {setup, fun() -> ok end, fun(_) -> error(cannot_clean_up) end, [{"runs", fun() -> ok end}]}.
