import { useTranslation } from '#web/lib/i18n.ts'
import { Moment } from '#web/ui/Moment.tsx'
import type { WrittenPost } from './sharing.ts'

/** What stood in an announcement before it was corrected, for those who write. */
export function FormerWords({ post: { former }, timeZone }: { post: WrittenPost; timeZone: string }) {
  const { t } = useTranslation()
  if (former.length === 0) return null
  return (
    <details className="rounded-field bg-soft px-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
        {t('posts.formerWords', { count: former.length })}
      </summary>
      <ol className="divide-y divide-line">
        {former.map(({ title, body, until }) => (
          <li key={until} className="py-3">
            <p className="text-sm text-muted">
              {t('posts.stoodUntil')} <Moment at={until} timeZone={timeZone} />
            </p>
            <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {title}
            </p>
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {body}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
