import { Eye } from 'lucide-react'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import type { StateOfMarks } from '#web/teaching/class-work/kind.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { usePublishing } from './DraftsOfList.tsx'

/** Whether parents see the marks of an exam, and the button that shows them. */
export function ExamState({ work, schoolId, done, all, isSaving }: StateOfMarks) {
  const { t } = useTranslation()
  const mayPublish = useMay(publishing.publish, schoolId)
  const publish = usePublishing()
  if (work.marksState === 'published')
    return (
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StatusBadge status="good" word={t('publishing.published')} />
        <span>
          {work.publishedByName && <Bdi>{work.publishedByName}</Bdi>}{' '}
          {work.publishedAt && <Moment at={work.publishedAt} />}
        </span>
        <span>{t('publishing.corrections')}</span>
      </p>
    )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-2">
      <StatusBadge status="waiting" word={t('work.draft')} />
      <p className="min-w-0 flex-1 basis-60 text-sm">
        {t('publishing.hidden')} <bdi>{t('work.marked', { done, all })}</bdi>
      </p>
      {mayPublish && (
        <AskFirst
          title={t(done < all ? 'publishing.missing' : 'publishing.question', { count: all - done })}
          description={t('publishing.means')}
          submit={t('publishing.publish')}
          run={() => publish([work.id])}
        >
          {(ask, busy) => (
            <Button disabled={busy || isSaving} icon={<Eye className="size-5" aria-hidden="true" />} onClick={ask}>
              {t('publishing.publish')}
            </Button>
          )}
        </AskFirst>
      )}
    </div>
  )
}
