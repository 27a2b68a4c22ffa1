import type { excuses } from '#contract/teaching/absence/excuses.ts'
import type { OutputOf } from '#contract/language/operation.ts'

export type Excuse = OutputOf<typeof excuses.waiting>[number]

/** An excuse's kind in words. */
export const kindWord = (t: (key: string) => string, kind: string) => t(`absence.kind.${kind}`)
