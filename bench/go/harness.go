// SPDX-License-Identifier: MIT
// Reads the ids, checks and times the cases, prints JSON lines.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"
)

const batch = 256

// input is one batch of the file of ids that Guidon wrote.
type input struct {
	ids       [][16]byte
	uuids     []string
	ulids     []string
	names     [][]byte
	namespace [16]byte
}

// output is the output of any case, and the state of one thread.
type output struct {
	ids       [batch][16]byte
	texts     [batch]string
	ulidTexts [batch][26]byte
	monotonic *ulid.MonotonicEntropy
}

type makes int

const (
	ids makes = iota
	texts
	ulidTexts
)

// benchCase does one operation on every id of a batch. For parsers, accepts says
// whether the same call accepts this text.
type benchCase struct {
	library   string
	operation string
	makes     makes
	run       func(in *input, out *output) error
	accepts   func(text string) bool
	ordered   bool
	threads   bool // also time it with two threads
	note      string
	fault     string // a known fault; the case is then not timed
	setup     func()
	teardown  func()
}

func must(err error, what string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(1)
	}
}

func bytesOf(text string) (id [16]byte) {
	_, err := hex.Decode(id[:], []byte(text))
	must(err, "the file of ids")
	return id
}

// read returns the batches, and the wrong texts by kind.
func read(path string) ([]*input, map[string][]string) {
	data, err := os.ReadFile(path)
	must(err, "the file of ids")
	var inputs []*input
	wrongs := map[string][]string{}
	var namespace [16]byte
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Split(line, "\t")
		switch fields[0] {
		case "namespace":
			namespace = bytesOf(fields[1])
		case "wrong":
			wrongs[fields[1]] = append(wrongs[fields[1]], fields[2])
		default:
			if len(inputs) == 0 || len(inputs[len(inputs)-1].ids) == batch {
				inputs = append(inputs, &input{namespace: namespace})
			}
			in := inputs[len(inputs)-1]
			in.ids = append(in.ids, bytesOf(fields[1]))
			in.uuids = append(in.uuids, fields[2])
			in.ulids = append(in.ulids, fields[3])
			in.names = append(in.names, []byte(fields[4]))
		}
	}
	return inputs, wrongs
}

// line is the output line of a case.
type line struct {
	Operation string    `json:"operation"`
	Library   string    `json:"library"`
	Version   string    `json:"version"`
	Language  string    `json:"language"`
	Mode      string    `json:"mode"`
	Note      string    `json:"note"`
	Ns        []float64 `json:"ns,omitempty"`
	Ordered   bool      `json:"ordered,omitempty"`
	Out       []string  `json:"out,omitempty"`
	Accepts   []int     `json:"accepts,omitempty"`
	Fault     string    `json:"fault,omitempty"`
}

func versionOf(library string) string {
	module := strings.Fields(library)[0]
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if strings.Contains(dep.Path+"/", "/"+module+"/") {
			return strings.TrimPrefix(dep.Version, "v")
		}
	}
	return "unknown"
}

func (c *benchCase) line(mode string) line {
	return line{Operation: c.operation, Library: c.library,
		Version: versionOf(c.library), Language: "Go", Mode: mode, Note: c.note}
}

func (l line) print() {
	must(json.NewEncoder(os.Stdout).Encode(l), "printing")
}

func (c *benchCase) made(out *output, i int) string {
	switch c.makes {
	case texts:
		return out.texts[i]
	case ulidTexts:
		return string(out.ulidTexts[i][:])
	}
	return hex.EncodeToString(out.ids[i][:])
}

func (c *benchCase) prove(inputs []*input, wrongs map[string][]string) {
	l := c.line("one")
	l.Ordered, l.Fault = c.ordered, c.fault
	out := newOutput()
	for _, in := range inputs {
		must(c.run(in, out), c.library)
		for i := range batch {
			l.Out = append(l.Out, c.made(out, i))
		}
	}
	if c.accepts != nil {
		for i, text := range wrongs[c.operation[:4]] {
			if c.accepts(text) {
				l.Accepts = append(l.Accepts, i)
			}
		}
	}
	l.print()
}

func (c *benchCase) repeat(in *input, out *output, times int) time.Duration {
	begun := time.Now()
	for range times {
		must(c.run(in, out), c.library)
	}
	return time.Since(begun)
}

// calibrate returns the number of batches that take about the wanted time.
func (c *benchCase) calibrate(in *input, wanted time.Duration) int {
	out := newOutput()
	for times := 1; ; times *= 2 {
		taken := c.repeat(in, out, times)
		if taken*10 >= wanted {
			more := float64(wanted) / float64(taken)
			return max(1, int(float64(times)*more))
		}
	}
}

func nsEach(taken time.Duration, times int) float64 {
	return float64(taken.Nanoseconds()) / float64(times*batch)
}

// timeTwo runs the case in two goroutines at once. It returns the time of the
// slower one for one of its ids.
func (c *benchCase) timeTwo(in *input, times int) float64 {
	var ready, done sync.WaitGroup
	var taken [2]time.Duration
	ready.Add(2)
	for i := range taken {
		done.Go(func() {
			out := newOutput()
			must(c.run(in, out), c.library)
			ready.Done()
			ready.Wait()
			taken[i] = c.repeat(in, out, times)
		})
	}
	done.Wait()
	return nsEach(max(taken[0], taken[1]), times)
}

func (c *benchCase) time(in *input, wanted time.Duration) {
	times := c.calibrate(in, wanted)
	l := c.line("one")
	l.Ns = []float64{nsEach(c.repeat(in, newOutput(), times), times)}
	l.print()
	if c.threads {
		l = c.line("threads")
		l.Ns = []float64{c.timeTwo(in, times)}
		l.print()
	}
}

// prove IDS, or run IDS MS OPERATIONS.
func main() {
	inputs, wrongs := read(os.Args[2])
	for i := range cases {
		c := &cases[i]
		if c.setup != nil {
			c.setup()
		}
		if os.Args[1] == "prove" {
			c.prove(inputs, wrongs)
		} else if c.fault == "" && strings.Contains(","+os.Args[4]+",", ","+c.operation+",") {
			ms, err := strconv.ParseFloat(os.Args[3], 64)
			must(err, "milliseconds")
			c.time(inputs[0], time.Duration(ms*float64(time.Millisecond)))
		}
		if c.teardown != nil {
			c.teardown()
		}
	}
}
