import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { InvitationAnswer } from './InvitationAnswer.tsx'
import { addressOf, asking, coversIn, icons, type InboxItem, saying } from './item.ts'

/** One item of the inbox: what, about whom, where and when. Following it counts as reading it. */
export function ItemLine({ item, onFollow }: { item: InboxItem; onFollow: () => void }) {
  const { t } = useTranslation()
  const { read, firstName, courseName, date, count, state, paperKind, schoolName } = item
  const name = item.termName ?? item.conductName ?? (item.roleName && roleName(t, item.roleName))
  const Icon = icons[item.topic]
  const about = [
    item.personName && <Bdi key="person">{item.personName}</Bdi>,
    item.givenByName && <span key="giver">{t('inbox.givenBy', { name: isolated(item.givenByName) })}</span>,
    firstName && <Bdi key="child">{firstName}</Bdi>,
    courseName && <Bdi key="course">{courseName}</Bdi>,
    date && <Day key="day" day={date} weekday />,
    schoolName && <Bdi key="school">{schoolName}</Bdi>,
  ].filter(Boolean)
  const covers = coversIn(t, item)
  const asks = asking.has(item.kind)
  return (
    <li className="lazy-paint">
      <Around item={item} asks={asks} onFollow={onFollow}>
        <span className="relative mt-1 shrink-0">
          <Icon className={cx('size-6', read ? 'text-muted' : 'text-primary')} aria-hidden="true" />
          {!read && (
            <span
              role="img"
              aria-label={t('today.new')}
              className="absolute -end-1 -top-1 size-2.5 rounded-full bg-accent"
            />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block', !read && 'font-semibold')}>
            {/* Of a paper its own name, because the same words before each hide which it is. */}
            {covers.length > 0
              ? covers.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))
              : t(paperKind ? `papers.kind.${paperKind}` : saying(item), { number: item.number ?? 0 })}
            {state && `: ${t(`attendance.${state}`)}`}
            {name && (
              <>
                : <Bdi>{name}</Bdi>
              </>
            )}
            {count > 1 && (
              <>
                {' '}
                <Digits>({count})</Digits>
              </>
            )}
          </span>
          <span className="block text-sm [overflow-wrap:anywhere]">
            {about.map((part, nth) => [nth > 0 && ' · ', part])}
          </span>
          <span className="block text-sm text-muted">
            <Moment at={item.at} />
          </span>
        </span>
      </Around>
      {asks && <InvitationAnswer itemId={item.id} />}
    </li>
  )
}

type AroundProps = { item: InboxItem; asks: boolean; onFollow: () => void; children: ReactNode }

/** A question leads nowhere: its buttons follow it. */
function Around({ item, asks, onFollow, children }: AroundProps) {
  const look = cx('flex items-start gap-4 px-4 py-3 -outline-offset-3!', !item.read && 'bg-soft/50')
  if (asks) return <div className={look}>{children}</div>
  return (
    <Link
      to={addressOf(item)}
      state={item.studentId ? { studentId: item.studentId } : null}
      onClick={onFollow}
      className={cx(look, 'hover:bg-soft')}
    >
      {children}
    </Link>
  )
}
