import type { SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { divided, exactly, inHundredths, rational, times } from './rational.ts'

/** The parts of a scheme in one use, each with its share of the full mark. This does not depend on what a pupil has marks in. */
export const partsOfUse = ({ rules, fullMark }: { rules: Pick<SchemeRules, 'parts'>; fullMark: number }) =>
  rules.parts.map((part) => ({
    ...part,
    fullMark: inHundredths(times(divided(exactly(part.weight), rational(100n)), exactly(fullMark))),
  }))
