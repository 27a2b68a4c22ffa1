import { parentRights } from '#contract/people/parents/student-parents.ts'
import type { Parent } from './relations.ts'

export type Right = (typeof parentRights)[number]

/** One right of a link today: it counts, has ended, begins later, or was never given. */
export type RightToday = { right: Right; state: 'on' | 'ended' | 'later' | 'never'; from: string; until: string | null }

/** What a link gives, as the server counts it today. A parent who does not see the child is not notified either. */
export function rightsOf(parent: Parent): RightToday[] {
  const on = { see: parent.sees, notify: parent.isNotified, fetch: parent.fetches, pay: parent.pays }
  return parentRights.map((right) => {
    const by = right === 'notify' && !on.see ? 'see' : right
    const [from, until] = [parent[`${by}From`], parent[`${by}Until`]]
    return { right, from, until, state: on[right] ? 'on' : stateOf(from, until) }
  })
}

function stateOf(from: string, until: string | null) {
  if (until === null) return 'later'
  return until < from ? 'never' : 'ended'
}
