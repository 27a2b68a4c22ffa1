import { inbox } from '#contract/messages/inbox/inbox.ts'
import { stale, useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { asking } from './item.ts'
import { ItemLine } from './ItemLine.tsx'

/** What schools ask the person, with the answers; nothing if no question waits. */
export function Questions({ personId }: { personId: string }) {
  const { t } = useTranslation()
  const { rows = [] } = useList(inbox.items, {})
  useLive('inbox', personId, () => void stale(inbox.items))
  const questions = rows.filter(({ kind }) => asking.has(kind))
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="questions" className="mb-8">
      <h2 id="questions" className="mb-3 text-xl">
        {t('home.questions')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {questions.map((item) => (
          <ItemLine key={item.id} item={item} onFollow={() => undefined} />
        ))}
      </ul>
    </section>
  )
}
