// What names say of how much a step tells, as data.

import { beginningWith } from "./words.ts"

/** Asks for what an object has, says what it is, or makes another form of it. */
export const ACCESSOR =
  /^([gG]et|[sS]et|[iI]s|[hH]as|[tT]o|[aA]s|[fF]rom|[wW]ith)(?=[A-Z_])|^([gG]et|[sS]et)$|^__\w+__$/

/** Looks at things: what it writes on the way is not what it is for. */
export const ASKING = beginningWith(
  "get find fetch load list read is has can check count exists select query search validate verify init open connect",
)

/** Changes things by its own name. */
export const DOING = beginningWith(
  "save create update delete remove add insert store send publish write register set put post upload import export sync run " +
    "execute start serve listen migrate",
)

/** Makes or tells of a failure. */
export const FAULT =
  /(Error|Exception|Fault|Failure|Problem)s?$|^(error|fail|panic|abort)(?![a-z])|_error$|^(bad_request|not_found|unauthorized|forbidden)$/

/** Takes what a user filled in, or checks it. */
export const FORM =
  /(Form|Validator|Serializer|Schema|Dto|DTO|ViewModel|Request|Response)$|^(validate|serialize|bind|Validate|Serialize|Bind)(?![a-z])/

/** Folders of what stands beside the product: at the root, and those that mean it anywhere. */
export const BESIDE =
  /^(scripts?|tools?|tooling|build|ci|\.github|contrib|misc|hack|website)\/|(^|\/)_?(extras?|docs?|documentation|examples?|samples?|demos?|bench|bench(es|marks?)|playground|migrations)\//i
