import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useList, useMay, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type Reviewed = OutputOf<typeof threadReview.late>[number]

/** Late and reported threads, for those who review messages. */
export function ReviewList() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const may = useMay(threadReview.late)
  const list = useList(threadReview.late, { schoolId: school?.id ?? '' }, { enabled: school !== null && may })
  if (!school || !may) return <Navigate to={paths.unauthorized()} state={{ keys: ['ReviewMessages'] }} replace />
  return (
    <Screen
      narrow
      title={t('threads.review')}
      lead={t('threads.reviewMeans')}
      tools={
        <LinkButton
          tone="quiet"
          icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />}
          to={paths.messages()}
        >
          {t('threads.back')}
        </LinkButton>
      }
    >
      <ListStates list={list} empty={<Empty sentence={t('threads.nothingLate')} />}>
        {(rows) => <ReviewedThreads schoolId={school.id} rows={rows} />}
      </ListStates>
    </Screen>
  )
}

/** Threads with who and about what; each opens at once, or with a reason. */
export function ReviewedThreads({ schoolId, rows }: { schoolId: string; rows: readonly Reviewed[] }) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState<string | null>(null)
  return (
    <>
      <ul className="space-y-3">
        {rows.map((row) => (
          <li key={row.id} className="rounded-card border border-line bg-surface px-4 py-3 [overflow-wrap:anywhere]">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <p className="min-w-0 font-medium">
                <Bdi>{row.studentName ?? row.askerName}</Bdi>
              </p>
              <span className="flex flex-wrap gap-2">
                {row.late && <StatusBadge status="bad" word={t('threads.late')} />}
                {row.reported && <StatusBadge status="waiting" word={t('threads.reported')} />}
              </span>
            </div>
            <p className="text-sm text-muted">
              {t(`threads.of.${row.subject}`)} · <Bdi>{row.askerName}</Bdi>
              {row.askerName && ' · '}
              <Bdi>{row.responsibleName ?? t('threads.office')}</Bdi> · <Moment at={row.lastAt} />
              {row.answerBy && row.turn === 'school' && (
                <>
                  {' · '}
                  {t('threads.answerBy')} <Day day={row.answerBy} />
                </>
              )}
            </p>
            {row.opened ? (
              <LinkButton tone="quiet" className="-ms-3" to={paths.messages({ id: row.id })}>
                {t('threads.open')}
              </LinkButton>
            ) : (
              <Button tone="quiet" className="-ms-3" onClick={() => setOpening(row.id)}>
                {t('threads.open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {opening && <OpenWithReason schoolId={schoolId} threadId={opening} onClose={() => setOpening(null)} />}
    </>
  )
}

type OpenProps = { schoolId: string; threadId: string; onClose: () => void }

function OpenWithReason({ schoolId, threadId, onClose }: OpenProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync: open } = useWrite(threadReview.open)
  async function save(values: InputOf<typeof threadReview.open>) {
    await open(values)
    onClose()
    void navigate(paths.messages({ id: threadId }))
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('threads.openWhy')} description={t('threads.openMeans')}>
      <Form
        schema={threadReview.open.input}
        start={{ schoolId, threadId, reason: '' }}
        save={save}
        submit="threads.open"
        beside={<DialogCancel />}
      >
        <LinesField name="reason" label="threads.reason" />
      </Form>
    </Dialog>
  )
}
