import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { threads } from '#contract/messages/threads/threads.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Compose } from './Compose.tsx'
import { LineOfThread } from './LineOfThread.tsx'
import { linesBefore, type Thread, withKept } from './thread.ts'
import { ThreadActs } from './ThreadActs.tsx'

/** One thread: what it is about, its lines, and what is written next. */
export function ThreadView({ threadId }: { threadId: string }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const thread = useRead(threads.get, { threadId })
  const { mutateAsync: read } = useWrite(threads.read)
  useLive('inbox', user?.id ?? '', () => void stale(threads.get))
  const { data } = thread
  const seen = data?.lines.findLast(({ lineKind, own }) => lineKind === 'text' && !own)?.number ?? 0
  const readsNow = data?.side !== 'review' && seen > 0
  useEffect(() => {
    if (readsNow) void read({ threadId, upTo: seen }).catch(() => undefined)
  }, [threadId, seen, readsNow, read])
  return (
    <Screen
      narrow
      title={data?.studentName ?? data?.askerName ?? t('threads.title')}
      tab={t('threads.title')}
      lead={data && <Lead thread={data} />}
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
      {data ? <Shown thread={data} /> : <LoadingOrFailed error={thread.error} again={thread.refetch} count={3} />}
    </Screen>
  )
}

const Lead = ({ thread: { classRoomName, subject } }: { thread: Thread }) => {
  const { t } = useTranslation()
  return (
    <>
      {classRoomName && (
        <>
          <Bdi>{classRoomName}</Bdi>
          {' · '}
        </>
      )}
      {t(`threads.of.${subject}`)}
    </>
  )
}

function Shown({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const { id: threadId, responsibleName, late, reported, earlier, closedBy } = thread
  const [kept, setKept] = useState<{ lines: Thread['lines']; more: boolean } | null>(null)
  // New texts push earlier ones out of the answer.
  const lines = withKept(kept?.lines ?? [], thread.lines)
  const more = kept?.more ?? earlier
  async function loadEarlier() {
    try {
      const older = await linesBefore(threadId, lines)
      setKept({ lines: [...older.lines, ...lines], more: older.earlier })
    } catch (problem) {
      toastRefusal(problem)
    }
  }
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span>
          <Bdi>{thread.askerName ?? ''}</Bdi>
          {thread.askerName && ' · '}
          <Bdi>{responsibleName ?? t('threads.office')}</Bdi>
        </span>
        {late && <StatusBadge status="bad" word={t('threads.late')} />}
        {reported && <StatusBadge status="waiting" word={t('threads.reported')} />}
      </div>
      <Quoted thread={thread} />
      {more && (
        <div className="text-center">
          <Button onClick={() => void loadEarlier()}>{t('threads.earlier')}</Button>
        </div>
      )}
      <ol className="space-y-3">
        {lines.map((line) => (
          <li key={line.id}>
            <LineOfThread threadId={threadId} line={line} mayReport={thread.side !== 'review'} />
          </li>
        ))}
      </ol>
      {closedBy ? <Said>{t(`threads.closed.${closedBy}`)}</Said> : <Compose thread={thread} />}
      <ThreadActs thread={thread} lines={lines} more={more} />
    </div>
  )
}

const Said = ({ children }: { children: ReactNode }) => (
  <p className="rounded-field bg-wait-soft px-4 py-3">{children}</p>
)

/** What the thread began from. */
function Quoted({ thread: { quoted } }: { thread: Thread }) {
  const { t } = useTranslation()
  if (!quoted) return null
  const { aboutKind, about, aboutDay } = quoted
  const words = aboutKind === 'excuse' && about ? t(`threads.excuse.${about}`) : about
  return (
    <blockquote className="rounded-card border border-line bg-soft px-4 py-3 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted">
        {t(`threads.about.${aboutKind}`)}
        {aboutDay && (
          <>
            {' · '}
            <Day day={aboutDay} />
          </>
        )}
      </p>
      <p className="whitespace-pre-line">
        <Bdi>{words ?? t('threads.gone')}</Bdi>
      </p>
    </blockquote>
  )
}
