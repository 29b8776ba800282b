cart.add(1);
cart.add(2);
if (1 == 2) debugger;
