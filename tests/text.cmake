# SPDX-License-Identifier: MIT
guidon_test(uuid_text)
guidon_test(ulid_text)
guidon_test(text_many)
guidon_test(forms)
guidon_test(strict)
guidon_test(recognise)
guidon_test(guid)
guidon_test(der)
