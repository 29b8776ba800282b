module example.org/meter

go 1.19
