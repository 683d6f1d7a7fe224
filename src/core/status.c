/* SPDX-License-Identifier: MIT */
/* status.c - the texts of the statuses, and the version of the library. */
#include <guidon/status.h>
#include <guidon/version.h>

/* Without a default, the compiler warns of a status without a text. */
const char *guidon_status_text(guidon_status status)
{
    switch (status) {
    case GUIDON_OK:
        return "no error";
    case GUIDON_E_LENGTH:
        return "the input has the wrong length for its form";
    case GUIDON_E_CHAR:
        return "a character that this form does not allow";
    case GUIDON_E_RANGE:
        return "the value is past what its field holds";
    case GUIDON_E_FORM:
        return "no accepted form fits the text";
    case GUIDON_E_VERSION:
        return "the id is of another variant or version than this takes";
    case GUIDON_E_FUTURE:
        return "the time of the id has not come";
    case GUIDON_E_ARGUMENT:
        return "an argument is out of its range";
    case GUIDON_E_SPACE:
        return "the buffer is too small";
    case GUIDON_E_OVERFLOW:
        return "a monotonic field or clock tick is exhausted";
    case GUIDON_E_CLOCK:
        return "the clock reads out of range or stepped back too far";
    case GUIDON_E_ENTROPY:
        return "the system gave no random bytes";
    case GUIDON_E_STATE:
        return "the generator has expired, or its state file cannot be used";
    case GUIDON_E_MEMORY:
        return "not enough memory";
    case GUIDON_E_AMBIGUOUS:
        return "the text is ambiguous: read it by the name of its form";
    case GUIDON_STATUS_ENUM_MAX:
        break;
    }
    return "unknown status";
}

const char *guidon_library_version(void)
{
    return GUIDON_VERSION;
}

int guidon_version_number(void)
{
    return GUIDON_VERSION_NUMBER;
}
