// SPDX-License-Identifier: MIT
// google/uuid and oklog/ulid as peers of the differential test.
package main

import (
	"bufio"
	"io"
	"os"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

func parse(mode string, text []byte) ([16]byte, error) {
	if mode == "uuid" {
		return uuid.ParseBytes(text)
	}
	return ulid.ParseStrict(string(text))
}

func readTexts(mode string, data []byte, out *bufio.Writer) {
	for len(data) > 0 {
		n := int(data[0])
		id, err := parse(mode, data[1:1+n])
		data = data[1+n:]
		if err != nil {
			out.Write(make([]byte, 17))
			continue
		}
		out.WriteByte(1)
		out.Write(id[:])
	}
}

func writeTexts(mode string, data []byte, out *bufio.Writer) {
	for ; len(data) >= 16; data = data[16:] {
		if mode == "uuid" {
			out.WriteString(uuid.UUID(data[:16]).String())
		} else {
			out.WriteString(ulid.ULID(data[:16]).String())
		}
	}
}

func main() {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	if os.Args[2] == "format" {
		writeTexts(os.Args[1], data, out)
	} else {
		readTexts(os.Args[1], data, out)
	}
}
