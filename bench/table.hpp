/* SPDX-License-Identifier: MIT */
/* Medians as a table: each group's rows set against its first. */
#ifndef TABLE_HPP
#define TABLE_HPP

#include <benchmark/benchmark.h>
#include <map>
#include <string>

class Table : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context &context) override;
    void ReportRuns(const std::vector<Run> &runs) override;
    void Finalize() override;

  private:
    struct Row {
        std::string name; /* GROUP/CASE */
        double median_ns; /* of processor time, for one id */
        double variation; /* standard deviation over mean */
    };

    /* In the order of registration; runs may come in any other. */
    std::map<std::int64_t, Row> rows;
};

#endif
