import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { conduct, recordStates } from '#contract/teaching/conduct/conduct.ts'
import type { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import type { TextValues } from '#web/lib/texts.ts'

export type ConductRecord = OutputOf<typeof conduct.list>[number]
export type Kinds = OutputOf<typeof conductKinds.get>
/** A kind as it is written before all are saved. */
export type KindInEditor = InputOf<typeof conductKinds.save>['kinds'][number]

type Translate = (key: string, values?: TextValues) => string

/** What a kind is: a merit, a breach, or a breach of a level. */
export function sortOf(t: Translate, { isMerit, level }: { isMerit: boolean; level?: unknown }) {
  if (isMerit) return t('conduct.merit')
  return level ? t('conduct.breachOf', { level: Number(level) }) : t('conduct.breach')
}

/** What it does to the mark: +2, −3, and nothing where it does nothing. */
export const effectOf = ({ isMerit, points }: { isMerit: boolean; points: number }) =>
  points === 0 ? '' : `${isMerit ? '+' : '−'}${points}`

export type RecordState = (typeof recordStates)[number]

export function stateOfRecord({ publishedAt, keptAt, withdrawnAt }: ConductRecord): RecordState {
  if (withdrawnAt) return 'withdrawn'
  if (keptAt) return 'kept'
  return publishedAt ? 'published' : 'waiting'
}

export const lookOfRecord = { waiting: 'waiting', published: 'good', kept: 'neutral', withdrawn: 'neutral' } as const
