import type { cover } from '#contract/teaching/cover/cover.ts'
import type { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { t as translate } from '#web/lib/i18n.ts'

export type DayOfCovers = OutputOf<typeof cover.day>
export type LessonOfDay = DayOfCovers['lessons'][number]
export type Absence = DayOfCovers['absences'][number]
export type Proposals = OutputOf<typeof cover.propose>
export type Proposed = Proposals['lessons'][number]
export type Candidate = Proposed['candidates'][number]
export type OwnCover = OutputOf<typeof ownCovers.get>['covers'][number]

type T = typeof translate

/** Why somebody is proposed, in the order of the rule, so that people can check it. */
export function becauseOf(t: T, one: Candidate, fullLoad: number) {
  const load = one.below > 0 ? 'below' : 'above'
  return [
    one.isReserve && t('cover.because.reserve'),
    one.onSite ? t('cover.because.free') : t('cover.because.notHere'),
    one.below === 0
      ? t('cover.because.full', { full: fullLoad })
      : t(`cover.because.${load}`, { n: Math.abs(one.below), full: fullLoad }),
    t('cover.because.month', { count: one.month }),
    t('cover.because.year', { n: one.year }),
    one.teaches && t(`cover.because.${one.teaches}`),
  ]
    .filter(Boolean)
    .join(t('common.comma'))
}

/** The place and time of a lesson: number, time, room. */
export const placeOf = ({ number, starts, ends }: { number: number; starts: string | null; ends: string | null }) =>
  starts && ends ? `${number} · ${starts}–${ends}` : String(number)
