import type { SchemeRules } from '#contract/results/scheme-rules.ts'
import { divided, exactly, inHundredths, rational, times } from './rational.ts'

/** The parts of a scheme where it is used, each with its share of the full mark: what a pupil has nothing in changes none of them. */
export const partsOfUse = ({ rules, fullMark }: { rules: Pick<SchemeRules, 'parts'>; fullMark: number }) =>
  rules.parts.map((part) => ({
    ...part,
    fullMark: inHundredths(times(divided(exactly(part.weight), rational(100n)), exactly(fullMark))),
  }))
