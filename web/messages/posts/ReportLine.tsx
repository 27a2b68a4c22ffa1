import type { OutputOf } from '#contract/language/operation.ts'
import type { postWriting } from '#contract/messages/posts/posts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import type { WrittenPost } from './sharing.ts'

type Reader = OutputOf<typeof postWriting.report>[number]

/** A person of a report: whose parent they are, and when they read it or what they answered. */
export function ReportLine({ of: reader, timeZone }: { of: Reader; timeZone: string }) {
  const { t } = useTranslation()
  const { personName, studentNames, classRoomNames } = reader
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Bdi>{personName ?? studentNames.join(t('posts.and'))}</Bdi>
        <span className="block text-sm text-muted">
          <Bdi>{[...(personName ? studentNames : []), ...classRoomNames].join(t('posts.and'))}</Bdi>
        </span>
      </span>
      <span className="text-sm text-muted">
        <Reading of={reader} timeZone={timeZone} />
      </span>
    </div>
  )
}

/** What a reader answered, or when they read the post, or when they were reminded of it. */
function Reading({ of: { answer, counts, readAt, remindedAt }, timeZone }: { of: Reader; timeZone: string }) {
  const { t } = useTranslation()
  if (answer)
    return (
      <>
        <Bdi>{answer}</Bdi>
        {!counts && ` · ${t('posts.answeredBefore')}`}
      </>
    )
  if (readAt) return <Moment at={readAt} timeZone={timeZone} />
  return (
    remindedAt && (
      <>
        {t('posts.remindedAt')} <Moment at={remindedAt} timeZone={timeZone} />
      </>
    )
  )
}

/** For how many children each answer counts. */
export function Tally({ post: { tally } }: { post: WrittenPost }) {
  const { t } = useTranslation()
  return (
    <dl aria-label={t('posts.tally')} className="flex flex-wrap gap-2">
      {tally.map(({ answer, count }) => (
        <div key={answer} className="flex max-w-full items-baseline gap-2 rounded-field bg-soft px-4 py-2">
          <dt className="min-w-0 [overflow-wrap:anywhere]">
            <Bdi>{answer}</Bdi>
          </dt>
          <dd className="font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
