// Which of the tools a server offers. What is not chosen is neither listed nor called.

import * as Either from "effect/Either"
import * as Nearest from "../search/nearest.ts"
import type * as Tool from "../tools/tool.ts"

/** Profiles by name, apart from a list of tools' names. */
const PROFILES: Readonly<Record<string, (tool: Tool.Any) => boolean>> = {
  all: () => true,
  core: (tool) => tool.core === true,
}

/** Does it take the tools of the list as they are, not one by one and not those of another server? */
export const isOurs = (profile: string): boolean => Object.hasOwn(PROFILES, profile)

/**
 * The tools of a profile, in the order of `tools`.
 *
 * @param profile `all`, `core`, a name of `lists`, or tools' names with commas between.
 * @param lists Profiles with tools of their own.
 * @returns Left with a sentence for the user where it names what is not there.
 */
export const select = <T extends Tool.Any>(
  tools: ReadonlyArray<T>,
  profile: string,
  lists: Readonly<Record<string, ReadonlyArray<T>>> = {},
): Either.Either<ReadonlyArray<T>, string> => {
  const list = Object.hasOwn(lists, profile) ? lists[profile] : undefined
  if (list !== undefined) return Either.right(list)
  const belongs = isOurs(profile) ? PROFILES[profile] : undefined
  if (belongs !== undefined) return Either.right(tools.filter(belongs))
  const names = profile.split(",").map((it) => it.trim()).filter((it) => it !== "")
  const profiles = [...Object.keys(PROFILES), ...Object.keys(lists)]
  const known = [...tools.map((it) => it.name), ...profiles]
  const missing = names.find((name) => !tools.some((it) => it.name === name))
  if (missing !== undefined) {
    if (profiles.includes(missing)) return Either.left(`Cannot offer "${profile}": the profile ${missing} stands alone`)
    const near = Nearest.nearest(missing, known, 2)
    return Either.left(
      `Cannot offer "${missing}": ${
        near.length > 0 ? `did you mean ${near.join(" or ")}` : `there are ${known.join(", ")}`
      }`,
    )
  }
  return names.length > 0 ? Either.right(tools.filter((it) => names.includes(it.name))) : Either.left(
    `Cannot offer nothing: name ${profiles.join(", ")} or tools with commas between`,
  )
}
