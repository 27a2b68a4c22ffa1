import { LaptopMinimal, Smartphone } from 'lucide-react'
import { lazy, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { users } from '#contract/platform/identity/users.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { AccountLines } from './AccountLines.tsx'

const Dialog = lazy(part(async () => (await import('#web/ui/Dialog.tsx')).Dialog))

type Session = OutputOf<typeof users.sessions>[number]

/** Where the person is signed in, and the way to end it there. */
export function SessionsScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(users.sessions, {})
  return (
    <Screen
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      tools={data && data.length > 1 && <EndOthers />}
      narrow
    >
      {data ? (
        <ul
          aria-label={t('sessions.title')}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {thisOneFirst(data).map((session) => (
            <Line key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={2} />
      )}
      <AccountLines />
    </Screen>
  )
}

function Line({ session }: { session: Session }) {
  const { t } = useTranslation()
  const end = useWrite(users.endSession)
  const Icon = /android|ios|iphone|mobile/i.test(session.device) ? Smartphone : LaptopMinimal
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <Icon className="size-6 shrink-0 text-primary" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <Bdi>{session.device || t('sessions.unknown')}</Bdi>
          {session.current && <StatusBadge status="good" word={t('sessions.current')} />}
        </p>
        <p className="text-sm text-muted">
          {t('sessions.lastUse')} <Moment at={session.lastUseDate} />
          {session.sharedComputer && ` · ${t('auth.sharedComputer')}`}
        </p>
      </div>
      {!session.current && (
        <Button
          disabled={end.isPending}
          aria-label={`${t('sessions.end')}: ${session.device || t('sessions.unknown')}`}
          onClick={() => end.mutate({ sessionId: session.id }, { onError: toastRefusal })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const end = useWrite(users.endOtherSessions)
  const run = () =>
    end.mutate(
      {},
      {
        onSuccess: () => toast({ title: t('sessions.othersEnded') }),
        onError: toastRefusal,
      },
    )
  return (
    <>
      <Button disabled={end.isPending} onClick={() => setAsking(true)}>
        {t('sessions.endOthers')}
      </Button>
      {asking && (
        <LazyPart onClose={() => setAsking(false)}>
          <Dialog
            open
            onOpenChange={setAsking}
            title={t('sessions.endOthers')}
            description={t('sessions.endOthersAsk')}
            submit={{ label: t('sessions.endOthers'), run, danger: true }}
          />
        </LazyPart>
      )}
    </>
  )
}

const thisOneFirst = (sessions: Session[]) => [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
