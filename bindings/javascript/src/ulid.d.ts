// SPDX-License-Identifier: MIT
// ulid.d.ts - the interface of guidon/ulid: that of the npm package ulid.

export type ULID = string;
export type UUID = string;
/** A function that returns numbers from 0 to 1, as Math.random does. */
export type PRNG = () => number;
export type ULIDFactory = (seedTime?: number) => ULID;

export function ulid(seedTime?: number, prng?: PRNG): ULID;
/** ULIDs that rise, also if the time does not. */
export function monotonicFactory(prng?: PRNG): ULIDFactory;
export function factory(prng?: PRNG): ULIDFactory;
export function detectPRNG(root?: unknown): PRNG;

export function decodeTime(id: ULID): number;
export function encodeTime(now: number, len?: number): string;
export function encodeRandom(len: number, prng: PRNG): string;
export function randomChar(prng: PRNG): string;
export function isValid(id: unknown): boolean;
export function incrementBase32(str: string): string;
export function fixULIDBase32(id: string): string;
export function ulidToUUID(ulid: ULID): `${string}-${string}-${string}-${string}-${string}`;
export function uuidToULID(uuid: string): ULID;

export const MAX_ULID: string;
export const MIN_ULID: string;
export const TIME_LEN: number;
export const TIME_MAX: number;

export const ULIDErrorCode: {
    readonly Base32IncorrectEncoding: "B32_ENC_INVALID";
    readonly DecodeTimeInvalidCharacter: "DEC_TIME_CHAR";
    readonly DecodeTimeValueMalformed: "DEC_TIME_MALFORMED";
    readonly EncodeTimeNegative: "ENC_TIME_NEG";
    readonly EncodeTimeSizeExceeded: "ENC_TIME_SIZE_EXCEED";
    readonly EncodeTimeValueMalformed: "ENC_TIME_MALFORMED";
    readonly PRNGDetectFailure: "PRNG_DETECT";
    readonly ULIDInvalid: "ULID_INVALID";
    readonly Unexpected: "UNEXPECTED";
    readonly UUIDInvalid: "UUID_INVALID";
};
export type ULIDErrorCode = (typeof ULIDErrorCode)[keyof typeof ULIDErrorCode];
export class ULIDError extends Error {
    code: ULIDErrorCode;
    constructor(errorCode: ULIDErrorCode, message: string);
}
