import { Clock, PencilLine } from 'lucide-react'
import { Link } from 'react-router'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { stale, useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { opening, paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type Row = OutputOf<typeof threads.list>[number]

/** Lists of threads in one answer stay small: a line names a child, a class and a subject. */
const pageSize = 20

function groupOf({ turn, side }: Row) {
  if (turn === 'done') return 'done'
  return turn === side ? 'mine' : 'theirs'
}

/** The threads of a person: what waits for them first. */
export function ThreadList() {
  const { t } = useTranslation()
  const { user } = useSession()
  const list = useList(threads.list, { pageSize })
  useLive('inbox', user?.id ?? '', () => void stale(threads.list))
  return (
    <Screen narrow title={t('threads.title')} tools={<Tools />}>
      <ListStates list={list} empty={<Empty sentence={t('threads.none')} />}>
        {(rows) => (
          <div className="space-y-6">
            {(['mine', 'theirs', 'done'] as const).map((group) => (
              <Group
                key={group}
                name={t(`threads.group.${group}`)}
                rows={rows.filter((row) => groupOf(row) === group)}
              />
            ))}
          </div>
        )}
      </ListStates>
    </Screen>
  )
}

function Tools() {
  const { t } = useTranslation()
  const { isParent } = useSession()
  const school = useDefaultSchool()
  const works = useMay(threadReview.hours) && school !== null
  const reviews = useMay(threadReview.late) && school !== null
  const { total: toReview } = useList(
    threadReview.late,
    { schoolId: school?.id ?? '', pageSize: 1 },
    { enabled: reviews && school !== null },
  )
  const write = <PencilLine className="size-5" aria-hidden="true" />
  return (
    <>
      {reviews && (
        <LinkButton to={opening(paths.messages(), 'review')}>
          {t('threads.review')} {toReview > 0 && <Digits>({toReview})</Digits>}
        </LinkButton>
      )}
      {works && (
        <LinkButton
          short
          icon={<Clock className="size-5" aria-hidden="true" />}
          to={opening(paths.messages(), 'hours')}
        >
          {t('threads.hours')}
        </LinkButton>
      )}
      {works && !isParent && (
        <LinkButton short icon={write} to={opening(paths.messages(), 'office')}>
          {t('threads.writeOffice')}
        </LinkButton>
      )}
      {isParent && (
        <LinkButton tone="primary" icon={write} to={paths.messages({ to: 'school' })}>
          {t('threads.write')}
        </LinkButton>
      )}
    </>
  )
}

function Group({ name, rows }: { name: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-base">{name}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.id}>
            <ThreadLink row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ThreadLink({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { id, side, studentName, askerName, responsibleName, classRoomName, subject, lastAt, unread, late } = row
  const other = side === 'asker' ? (responsibleName ?? t('threads.office')) : askerName
  return (
    <Link to={paths.messages({ id })} className="flex items-start gap-3 px-4 py-3 hover:bg-soft">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block font-medium">
          <Bdi>{studentName ?? askerName}</Bdi>
          {classRoomName && (
            <span className="font-normal text-muted">
              {' · '}
              <Bdi>{classRoomName}</Bdi>
            </span>
          )}
        </span>
        <span className="block text-sm text-muted">
          {t(`threads.of.${subject}`)}
          {other && studentName && (
            <>
              {' · '}
              <Bdi>{other}</Bdi>
            </>
          )}
          {' · '}
          <Moment at={lastAt} />
        </span>
      </span>
      <span className="flex flex-wrap justify-end gap-2">
        {late && <StatusBadge status="bad" word={t('threads.late')} />}
        {unread && <StatusBadge status="waiting" word={t('threads.unread')} />}
      </span>
    </Link>
  )
}
