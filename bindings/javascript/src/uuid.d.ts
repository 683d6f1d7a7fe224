// SPDX-License-Identifier: MIT
// uuid.d.ts - the interface of guidon/uuid: that of the npm package uuid.

/** A Uint8Array of memory of its own. index.d.ts says why. */
type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

export type UUIDTypes<TBuf extends Uint8Array = Uint8Array> = string | TBuf;

export type Version1Options = {
    node?: Uint8Array;
    clockseq?: number;
    random?: Uint8Array;
    rng?: () => Uint8Array;
    msecs?: number;
    nsecs?: number;
};
export type Version4Options = { random?: Uint8Array; rng?: () => Uint8Array };
export type Version6Options = Version1Options;
export type Version7Options = Version4Options & { msecs?: number; seq?: number };

/** New ids. With a buffer, the 16 bytes are written to it at `offset`. */
export function v1(options?: Version1Options, buf?: undefined, offset?: number): string;
export function v1<TBuf extends Uint8Array>(
    options: Version1Options | undefined,
    buf: TBuf,
    offset?: number,
): TBuf;
export function v4(options?: Version4Options, buf?: undefined, offset?: number): string;
export function v4<TBuf extends Uint8Array>(
    options: Version4Options | undefined,
    buf: TBuf,
    offset?: number,
): TBuf;
export function v6(options?: Version6Options, buf?: undefined, offset?: number): string;
export function v6<TBuf extends Uint8Array>(
    options: Version6Options | undefined,
    buf: TBuf,
    offset?: number,
): TBuf;
export function v7(options?: Version7Options, buf?: undefined, offset?: number): string;
export function v7<TBuf extends Uint8Array>(
    options: Version7Options | undefined,
    buf: TBuf,
    offset?: number,
): TBuf;

/** The id of a name in a namespace. */
export function v3(
    value: string | Uint8Array,
    namespace: UUIDTypes,
    buf?: undefined,
    offset?: number,
): string;
export function v3<TBuf extends Uint8Array>(
    value: string | Uint8Array,
    namespace: UUIDTypes,
    buf: TBuf,
    offset?: number,
): TBuf;
export namespace v3 {
    const DNS: string;
    const URL: string;
}
export function v5(
    value: string | Uint8Array,
    namespace: UUIDTypes,
    buf?: undefined,
    offset?: number,
): string;
export function v5<TBuf extends Uint8Array>(
    value: string | Uint8Array,
    namespace: UUIDTypes,
    buf: TBuf,
    offset?: number,
): TBuf;
export namespace v5 {
    const DNS: string;
    const URL: string;
}

export const NIL: string;
export const MAX: string;
/** Canonical text of Nil, Max or version 1 to 8 to bytes. */
export function parse(uuid: string): Bytes;
export function stringify(arr: Uint8Array, offset?: number): string;
export function validate(uuid: unknown): boolean;
export function version(uuid: string): number;
export function v1ToV6(uuid: string): string;
export function v1ToV6(uuid: Uint8Array): Bytes;
export function v6ToV1(uuid: string): string;
export function v6ToV1(uuid: Uint8Array): Bytes;

export {}; // and not Bytes
