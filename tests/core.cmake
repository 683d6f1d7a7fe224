# SPDX-License-Identifier: MIT
guidon_test(status)
guidon_test(value)
guidon_test(fields)
guidon_test(make)
guidon_test(bounds)
guidon_test(convert)
guidon_test(ticks)
guidon_test(validate)
