// SPDX-License-Identifier: MIT
// The modules google/uuid, gofrs/uuid and oklog/ulid.
package main

import (
	"crypto/rand"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

func newOutput() *output {
	return &output{monotonic: ulid.Monotonic(rand.Reader, 1)}
}

func googleFormat(in *input, out *output) error {
	for i, id := range in.ids {
		out.texts[i] = google.UUID(id).String()
	}
	return nil
}

func gofrsFormat(in *input, out *output) error {
	for i, id := range in.ids {
		out.texts[i] = gofrs.UUID(id).String()
	}
	return nil
}

func oklogFormat(in *input, out *output) error {
	for i, id := range in.ids {
		if err := ulid.ULID(id).MarshalTextTo(out.ulidTexts[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// parsed makes a case of a function that reads one text.
func parsed[T ~[16]byte](of func(in *input) []string,
	parse func(text string) (T, error)) func(in *input, out *output) error {
	return func(in *input, out *output) error {
		for i, text := range of(in) {
			id, err := parse(text)
			if err != nil {
				return err
			}
			out.ids[i] = id
		}
		return nil
	}
}

func taken[T any](parse func(text string) (T, error)) func(text string) bool {
	return func(text string) bool {
		_, err := parse(text)
		return err == nil
	}
}

func uuidsOf(in *input) []string { return in.uuids }
func ulidsOf(in *input) []string { return in.ulids }

func googleNamed(make func(google.UUID, []byte) google.UUID) func(*input, *output) error {
	return func(in *input, out *output) error {
		for i, name := range in.names {
			out.ids[i] = make(in.namespace, name)
		}
		return nil
	}
}

func gofrsNamed(make func(gofrs.UUID, string) gofrs.UUID) func(*input, *output) error {
	return func(in *input, out *output) error {
		for i, name := range in.names {
			out.ids[i] = make(in.namespace, string(name))
		}
		return nil
	}
}

// made makes a case of a function that returns a new id.
func made[T ~[16]byte](next func() (T, error)) func(in *input, out *output) error {
	return func(in *input, out *output) error {
		for i := range out.ids {
			id, err := next()
			if err != nil {
				return err
			}
			out.ids[i] = id
		}
		return nil
	}
}

func newUlid() (ulid.ULID, error) {
	return ulid.New(ulid.Now(), rand.Reader)
}

func monotonic(in *input, out *output) error {
	for i := range out.ids {
		id, err := ulid.New(ulid.Now(), out.monotonic)
		if err != nil {
			return err
		}
		out.ids[i] = id
	}
	return nil
}

func makeUlid() (ulid.ULID, error) {
	return ulid.Make(), nil
}

const (
	googleName = "google/uuid"
	poolName   = "google/uuid (pool)"
	gofrsName  = "gofrs/uuid"
	oklogName  = "oklog/ulid"
	allocates  = "allocates the text"
	locked     = "one lock for all threads"
)

// A pool of random bytes for several ids: the module has it, off by default.
func pooled(operation string, ordered bool, run func(*input, *output) error) benchCase {
	return benchCase{library: poolName, operation: operation, run: run,
		ordered: ordered, threads: true, setup: google.EnableRandPool,
		teardown: google.DisableRandPool}
}

var cases = []benchCase{
	{library: googleName, operation: "uuid_format", makes: texts, run: googleFormat, note: allocates},
	{library: gofrsName, operation: "uuid_format", makes: texts, run: gofrsFormat, note: allocates},
	{library: oklogName, operation: "ulid_format", makes: ulidTexts, run: oklogFormat},
	{library: googleName, operation: "uuid_parse", run: parsed(uuidsOf, google.Parse), accepts: taken(google.Parse)},
	{library: gofrsName, operation: "uuid_parse", run: parsed(uuidsOf, gofrs.FromString), accepts: taken(gofrs.FromString)},
	{library: oklogName, operation: "ulid_parse", run: parsed(ulidsOf, ulid.ParseStrict), accepts: taken(ulid.ParseStrict), note: "ParseStrict"},
	{library: googleName, operation: "v3", run: googleNamed(google.NewMD5)},
	{library: googleName, operation: "v5", run: googleNamed(google.NewSHA1)},
	{library: gofrsName, operation: "v3", run: gofrsNamed(gofrs.NewV3)},
	{library: gofrsName, operation: "v5", run: gofrsNamed(gofrs.NewV5)},
	{library: googleName, operation: "v1", run: made(google.NewUUID), threads: true, note: locked},
	{library: gofrsName, operation: "v1", run: made(gofrs.NewV1), threads: true, note: locked},
	{library: googleName, operation: "v4", run: made(google.NewRandom), threads: true},
	pooled("v4", false, made(google.NewRandom)),
	{library: gofrsName, operation: "v4", run: made(gofrs.NewV4), threads: true},
	{library: googleName, operation: "v6", run: made(google.NewV6), fault: "its time is not where RFC 9562 5.6 has it"},
	{library: gofrsName, operation: "v6", run: made(gofrs.NewV6), threads: true, note: locked},
	{library: googleName, operation: "v7", run: made(google.NewV7), threads: true, ordered: true, note: "in order across threads"},
	pooled("v7", true, made(google.NewV7)),
	{library: gofrsName, operation: "v7", run: made(gofrs.NewV7), threads: true, note: locked},
	{library: oklogName, operation: "ulid", run: made(newUlid), threads: true},
	{library: oklogName, operation: "ulid_monotonic", run: monotonic, ordered: true, threads: true},
	{library: "oklog/ulid (Make)", operation: "ulid_monotonic", run: made(makeUlid), ordered: true, threads: true, note: "weak: math/rand; " + locked},
}
