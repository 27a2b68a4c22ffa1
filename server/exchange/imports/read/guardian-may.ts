import { fold } from '#contract/language/fold.ts'
import type { GuardianRead } from '#server/exchange/imports/imports.queries.ts'
import { severalIn } from './words.ts'

type May = NonNullable<GuardianRead['may']>

const words: Record<keyof May, string> = {
  livesWith:
    'livesWith, lives with, lives with the child, يقيم معه, يقيم مع الطالب, يعيش معه, يعيش مع الطالب, يسكن معه',
  mayFetch: 'mayFetch, may fetch, fetches, picks up, يستلم, يستلمه, يستلم الطالب, يصطحب الطالب, له الاستلام',
  maySee: 'maySee, may see, sees, يطلع, يرى, يتابع, يرى بياناته, يطلع على البيانات, يتابع الطالب',
}

const known = new Map(
  Object.entries(words).flatMap(([what, all]) =>
    all.split(', ').map((word) => [fold(word), what as keyof May] as const),
  ),
)

/** What a guardian may do, as Kashkool's own tables write it (`livesWith yes, mayFetch no`) or as people do («لا يستلم الطالب»). */
export function guardianMayIn(cell: string): May | null {
  const may: May = {}
  for (const part of severalIn(cell)) {
    const [, before, what, after] = /^(not |no |لا |ليس )?(.+?)( yes| no| نعم| لا)?$/i.exec(part.trim()) ?? []
    const meant = known.get(fold(what ?? ''))
    if (!meant) return null
    may[meant] = before || /no|لا/i.test(after ?? '') ? 'no' : 'yes'
  }
  return may
}
