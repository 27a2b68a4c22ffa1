import type { Operation } from '#contract/language/operation.ts'
import { type Call, call, inParallel } from './call.ts'
import { complaints, together } from './complaints.ts'
import type { Reviewed } from './notation.ts'
import { type Ground, isLetIn, type Plan } from './plan.ts'
import { reviewedOutcome } from './reviewed.ts'
import { undone } from './undone.ts'

export type Run = { calls: Call[]; wrong: string[] }

/** Makes the planned calls of an operation, and returns what is wrong. Nothing that they write is stored. */
export async function run(
  ground: Ground,
  operation: Operation,
  plans: Plan[],
  reviewed: Reviewed | undefined,
): Promise<Run> {
  const changing = (plan: Plan) =>
    operation.writes && isLetIn(plan) && !reviewedOutcome(reviewed, plan)?.startsWith('4')
  const one = (plan: Plan) => call(ground, plan)
  const calls = await inParallel(
    plans.filter((plan) => !changing(plan)),
    one,
  )
  const changes = await undone(() => inParallel(plans.filter(changing), one, 1))
  calls.push(...changes.map((made) => ({ ...made, undone: true })))
  return { calls, wrong: [...calls.flatMap((made) => complaints(made, reviewed)), ...together(calls, reviewed)] }
}
