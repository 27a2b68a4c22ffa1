import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ReviewedThreads } from './ReviewList.tsx'

/** The threads about a student, for those who review messages: who, about what and since when; a text only with a reason. */
export function ThreadsOfStudent({ schoolId, studentId }: { schoolId: string; studentId: string }) {
  const { t } = useTranslation()
  const list = useList(threadReview.ofStudent, { studentId })
  return (
    <section aria-label={t('threads.ofStudent')} className="space-y-3">
      <div>
        <h2 className="text-base">{t('threads.ofStudent')}</h2>
        <p className="text-sm text-muted">{t('threads.reviewMeans')}</p>
      </div>
      <ListStates list={list} empty={<Empty sentence={t('threads.none')} />}>
        {(rows) => <ReviewedThreads schoolId={schoolId} rows={rows} />}
      </ListStates>
    </section>
  )
}
