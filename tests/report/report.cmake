# SPDX-License-Identifier: MIT
guidon_test(audit_json)
guidon_test(describe)
guidon_test(reason)
guidon_test(time_text)
