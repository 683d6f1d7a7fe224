// SPDX-License-Identifier: MIT
// runtime.mjs - run the checks in the runtime that runs this file.
import * as guidon from "guidon";
import * as ulid from "guidon/ulid";
import * as uuid from "guidon/uuid";

import { checkAll } from "./everywhere.mjs";
import { files } from "./files.mjs";

console.log(checkAll({ guidon, uuid, ulid }, files));
