import { phoneOf } from '#contract/language/phones.ts'
import type { guardians } from '#contract/people/official-records/guardians.ts'
import type { OutputOf } from '#contract/language/operation.ts'

export type Guardian = OutputOf<typeof guardians.list>[number]

/** Whether a guardian ended before a day. */
export const hasEnded = ({ untilDay }: Pick<Guardian, 'untilDay'>, today: string) =>
  untilDay !== null && untilDay < today

/** Whether a day lies between the first and the last of a guardian. */
export const isGuardianOn = (guardian: Pick<Guardian, 'fromDay' | 'untilDay'>, day: string) =>
  guardian.fromDay <= day && !hasEnded(guardian, day)

/** Whether a guardian may fetch the child on a day, as the record says. */
export const mayFetchOn = (guardian: Guardian, day: string) =>
  guardian.mayFetch === 'yes' && isGuardianOn(guardian, day)

/** The number by which a guardian can have an account; null for a landline or none. */
export const mobileOf = ({ phone }: Pick<Guardian, 'phone'>, home?: string) =>
  phoneOf((phone ?? '').replace(/[()./]/g, ''), home)
