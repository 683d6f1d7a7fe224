// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Objects;

/**
 * The forms of text that an id can have. The constants stand in the order of
 * {@code guidon_form} of the C library.
 */
public enum Form {
    /** 36 characters 8-4-4-4-12, lower case. */
    UUID("uuid"),
    /** The same, upper case. */
    UUID_UPPER("uuid-upper"),
    /** 32 hexadecimal digits, lower case. */
    HEX("hex"),
    /** The same, upper case. */
    HEX_UPPER("hex-upper"),
    /** A UUID in braces, upper case, as in the Windows registry. */
    BRACES("braces"),
    /** {@code urn:uuid:} and a UUID. */
    URN("urn"),
    /** {@code 2.25.N} with N in decimal. */
    OID("oid"),
    /** {@code urn:oid:2.25.N}. */
    URN_OID("urn-oid"),
    /** An unsigned decimal number. */
    INT("int"),
    /** 26 characters of Crockford's base32, upper case. */
    ULID("ulid"),
    /** The same, lower case. */
    ULID_LOWER("ulid-lower"),
    /** 22 characters, RFC 4648 section 5, no padding. */
    BASE64URL("base64url"),
    /** 22 characters of Bitcoin's alphabet, fixed width. */
    BASE58("base58"),
    /** 32 hexadecimal digits of the mixed-endian bytes of Microsoft GUIDs. */
    GUID_HEX("guid-hex"),
    /** 16 bytes as C source. */
    C("c"),
    /** A UUID in parentheses, lower case. */
    PARENS("parens"),
    /** A GUID initialiser in C, .NET's format "X". */
    GUID_X("guid-x"),
    /** Apollo NCS. Only some ids have this text. */
    NCS("ncs"),
    /** 22 digits 0-9 A-Z a-z, fixed width. */
    BASE62("base62"),
    /** 25 digits 0-9 a-z, fixed width. */
    BASE36("base36"),
    /** 22 digits of base 57: the Python package shortuuid. */
    SHORTUUID("shortuuid"),
    /** 20 digits, RFC 1924. */
    BASE85("base85"),
    /** 26 characters, RFC 4648 section 6, no padding. */
    BASE32("base32"),
    /** 26 characters, RFC 4648 section 7, no padding. */
    BASE32HEX("base32hex"),
    /** 24 characters, RFC 4648 section 4, padded. */
    BASE64("base64"),
    /** 26 characters, UUID-NCName-32. */
    NCNAME32("ncname32"),
    /** 23 characters, UUID-NCName-58. */
    NCNAME58("ncname58"),
    /** 22 characters, UUID-NCName-64. */
    NCNAME64("ncname64"),
    /** {@code 0x} and 32 hexadecimal digits. */
    HEX_0X("hex-0x"),
    /** 32 hexadecimal digits of the bytes that the old Java driver of MongoDB stores. */
    MONGO_JAVA("mongo-java"),
    /** 32 hexadecimal digits of MySQL's {@code UUID_TO_BIN(uuid, 1)}. */
    MYSQL_SWAP("mysql-swap"),
    /**
     * Two signed decimal numbers of 64 bits: the most and the least significant bits of {@link java.util.UUID}.
     */
    INT64X2("int64x2"),
    /** 26 characters, the bits of base32 in the alphabet of ULIDs: Base32 for Humans. */
    BASE32HUMAN("base32human"),
    /** 23 digits A-Z a-z, fixed width. */
    BASE52("base52"),
    /** 22 digits A-Z a-z 0-9, fixed width. */
    BASE62_IEEE("base62-ieee"),
    /** 22 characters -, 0-9, A-Z, _ and a-z, no padding. */
    BASE64SORT("base64sort"),
    /** 20 digits, five for each four bytes: ZeroMQ. */
    Z85("z85"),
    /** 22 digits of base62 that begin with a letter, F to N. */
    BASE62ID("base62id");

    private static final Form[] ALL = values();

    private final String text;

    Form(String text) {
        this.text = text;
    }

    /**
     * Returns the form of a name.
     *
     * @param name a name as {@link #toString} returns it, such as {@code "base58"}, or one of
     *     the other names {@code "mongo-csharp"} and {@code "mssql"} of {@link #GUID_HEX}
     * @return the form
     * @throws IllegalArgumentException if no form has this name
     */
    public static Form of(String name) {
        Objects.requireNonNull(name, "name");
        for (Form form : ALL) {
            if (form.text.equals(name)) {
                return form;
            }
        }
        if (name.equals("mongo-csharp") || name.equals("mssql")) {
            return GUID_HEX;
        }
        throw new IllegalArgumentException("no form \"" + name + "\"; such as uuid, ulid and "
                + "base58, see the constants of " + Form.class.getName());
    }

    /** The form of a value of {@code guidon_form}. */
    static Form of(int number) {
        return ALL[number];
    }

    /** The bit of the form in a guidon_accept. */
    long bit() {
        return 1L << ordinal();
    }

    /** Returns the name of the form that every part of Guidon uses, such as {@code "base58"}. */
    @Override
    public String toString() {
        return text;
    }
}
