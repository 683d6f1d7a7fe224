/* SPDX-License-Identifier: MIT */
/* table.cpp - prints what the benchmarks measured. */
#include "table.hpp"
#include "batch.hpp"
#include <cstdio>

bool Table::ReportContext(const Context &context)
{
    PrintBasicContext(&GetErrorStream(), context);
    return true;
}

/* Without repetitions there are no aggregates, and the one run is the median.
 */
void Table::ReportRuns(const std::vector<Run> &runs)
{
    for (const Run &run : runs) {
        Row &row = rows[run.family_index];
        row.name = run.run_name.function_name;
        if (run.aggregate_name == "cv") {
            row.variation = run.cpu_accumulated_time;
        } else if (run.aggregate_name == "median" || run.repetitions <= 1) {
            row.median_ns = run.GetAdjustedCPUTime() / double{batch};
        }
    }
}

void Table::Finalize()
{
    std::string group;
    double first_ns = 0;

    for (const auto &entry : rows) {
        const Row &row = entry.second;
        const std::size_t slash = row.name.find('/');
        if (row.name.substr(0, slash) != group) {
            group = row.name.substr(0, slash);
            first_ns = row.median_ns;
            std::printf("\n%-22s median ns/id       cv    ratio\n",
                        group.c_str());
        }
        std::printf("  %-20s %12.2f %7.1f%% %8.2f\n",
                    row.name.c_str() + slash + 1, row.median_ns,
                    100 * row.variation, row.median_ns / first_ns);
    }
}
