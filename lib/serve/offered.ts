// What a server offers: the tools of a profile and the pages and prompts that go with them, as far as the policy lets
// anyone see them.

import * as Either from "effect/Either"
import { NAVEGADOR, REFRESHING, TOOLS, UNLISTED } from "../tools/all.ts"
import { PROMPTS } from "../tools/prompts/all.ts"
import { RESOURCES } from "../tools/resources/all.ts"
import type * as Tool from "../tools/tool.ts"
import type { PolicyShape } from "../workspace/policy.ts"
import * as Documents from "./documents.ts"
import * as Permitted from "./permitted.ts"
import * as Profile from "./profile.ts"

export interface Offered {
  readonly tools: ReadonlyArray<Tool.Any>
  /** Answered when they are called, and not listed. */
  readonly unlisted: ReadonlyArray<Tool.Any>
  readonly documents: Documents.Documents
}

/**
 * @param made Is the index made by the embedding program? Then no tool makes one.
 * @returns Left with a sentence for the user where the profile names what is not there.
 */
export const of = (profile: string, policy: PolicyShape, made = false): Either.Either<Offered, string> => {
  const permit = (tools: ReadonlyArray<Tool.Any>) =>
    Permitted.permitted(made ? tools.filter((tool) => tool.writes !== "always") : tools, policy)
  return Either.map(
    Profile.select(permit(policy.refresh ? [...TOOLS, ...REFRESHING] : TOOLS), profile, {
      navegador: permit(NAVEGADOR),
    }),
    (tools) => ({
      tools,
      // Who chose tools one by one, or another server's, gets these and no other.
      unlisted: Profile.isOurs(profile) ? permit(UNLISTED) : [],
      documents: Documents.permitted(RESOURCES, PROMPTS, tools, policy),
    }),
  )
}
