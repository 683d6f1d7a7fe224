// SPDX-License-Identifier: MIT
// A shared object that uses guidon.hpp and a private copy. It exports one name.
#include "copy.h"
#include <guidon.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

// A class of the user, which the compiler exports by default.
struct Row {
    guidon_id raw;
    guidon::uuid id;
    guidon::result<guidon::ulid> other = guidon::ulid::make();
};

template class guidon::id_generator<guidon::uuid>;
template class guidon::id_generator<guidon::ulid>;

static std::string line_of(const Row &row)
{
    try {
        return row.id.str() + row.other.value().str();
    } catch (const guidon::id_error &fault) {
        return fault.what();
    }
}

extern "C" COPY_EXPORT std::size_t copy_lines(std::ostream &out);

std::size_t copy_lines(std::ostream &out)
{
    guidon::id_generator<guidon::uuid> generator(GUIDON_V7);
    std::vector<guidon::uuid> ids(3);
    std::size_t sum = 0;

    generator.fill(ids);
    guidon::fill(ids, GUIDON_V4);
    for (const guidon::uuid &id : ids) {
        out << id << line_of(Row{id, id}) << guidon::uuid::v1();
        sum ^= std::hash<guidon::uuid>()(id);
    }
    return sum;
}
