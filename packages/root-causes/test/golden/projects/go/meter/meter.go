package meter

import (
	"fmt"
	"math/rand"
	"net"
)

type Reading struct{ Value *int }

func Sum(readings []Reading) int {
	sum := 0
	for _, reading := range readings {
		sum += *reading.Value
	}
	return sum
}

func Last(readings []int) int {
	return readings[len(readings)]
}

func Tariff(hour int) int {
	return hour % 2
}

func Register(serial string) error {
	return fmt.Errorf("meter %s: pq: duplicate key value violates unique constraint \"meters_serial_key\" (request %d)", serial, rand.Intn(1_000_000))
}

func Connect(port int) error {
	_, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	return err
}
