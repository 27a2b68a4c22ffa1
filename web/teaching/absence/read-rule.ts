import * as z from 'zod/mini'
import { RuleDraft } from '#contract/teaching/absence/rules.ts'
import { withoutBlanks } from '#web/lib/resolver.ts'
import type { RuleInEditor } from './words.ts'

/** A rule as it was typed, with its numbers as the contract reads them: an empty field says nothing. */
export function readRule(typed: RuleInEditor): RuleInEditor {
  const { lateDays = null, percentOf = null, source = null, steps } = z.parse(RuleDraft, withoutBlanks(typed))
  return {
    ...typed,
    lateDays,
    percentOf: typed.counts === 'percent' ? percentOf : null,
    source,
    steps: typed.steps.map((step, nth) => ({ ...step, at: steps[nth]!.at, points: steps[nth]!.points ?? null })),
  }
}
