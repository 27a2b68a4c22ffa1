import { Check, Forward, Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import { useMay, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { todayOfDevice } from '#web/lib/days.ts'
import { paths } from '#web/lib/paths.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { allLines, type Thread } from './thread.ts'

const HandThreadOver = lazy(part(async () => (await import('./HandThreadOver.tsx')).HandThreadOver))
const ThreadPaper = lazy(part(async () => (await import('./ThreadPaper.tsx')).ThreadPaper))

type Props = { thread: Thread; lines: Thread['lines']; more: boolean }

/** What is done with a thread besides writing, and where what was asked is really done. */
export function ThreadActs({ thread, lines, more }: Props) {
  const { t } = useTranslation()
  const { id: threadId, schoolId, side, turn, handsOver, reported, studentId } = thread
  const [shown, setShown] = useState<'hand' | Thread['lines'] | null>(null)
  const reviews = useMay(threadReview.settle, schoolId)
  const { mutateAsync: done } = useWrite(threads.done)
  const { mutateAsync: settle } = useWrite(threadReview.settle)
  const { saving, save } = useSaving()
  const close = () => setShown(null)
  // A paper for a dispute has all of it, also what the screen has not read yet.
  const print = () => void allLines(threadId, lines, more).then(setShown).catch(toastRefusal)
  return (
    <div className="space-y-4 border-t border-line pt-4">
      {side === 'asker' && studentId && <Forms studentId={studentId} />}
      <div className="flex flex-wrap gap-2">
        {side !== 'review' && turn !== 'done' && (
          <Button
            disabled={saving}
            icon={<Check className="size-5" aria-hidden="true" />}
            onClick={() => void save(() => done({ threadId }), t('threads.isDone'))}
          >
            {t('threads.markDone')}
          </Button>
        )}
        {handsOver && (
          <Button icon={<Forward className="mirror-rtl size-5" aria-hidden="true" />} onClick={() => setShown('hand')}>
            {t('threads.handOver')}
          </Button>
        )}
        {reported && reviews && (
          <Button
            disabled={saving}
            onClick={() => void save(() => settle({ schoolId, threadId }), t('threads.settled'))}
          >
            {t('threads.settle')}
          </Button>
        )}
        <Button tone="quiet" icon={<Printer className="size-5" aria-hidden="true" />} onClick={print}>
          {t('threads.paper')}
        </Button>
      </div>
      {shown && (
        <LazyPart onClose={close}>
          {shown === 'hand' ? (
            <HandThreadOver threadId={threadId} onClose={close} />
          ) : (
            <ThreadPaper thread={thread} lines={shown} onClose={close} />
          )}
        </LazyPart>
      )}
    </div>
  )
}

/** Nothing said in a thread is a decision: an excuse, fees and a change of data have their own forms. */
function Forms({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="text-sm text-muted">{t('threads.forms')}</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="quiet" className="-ms-3" to={paths.excuse(studentId, todayOfDevice())}>
          {t('threads.toExcuse')}
        </LinkButton>
        <LinkButton tone="quiet" to={paths.student(studentId, 'parent', 'record')}>
          {t('threads.toRecord')}
        </LinkButton>
        <LinkButton tone="quiet" to={paths.ownFees()}>
          {t('threads.toFees')}
        </LinkButton>
      </div>
    </div>
  )
}
