import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Topic } from '#contract/messages/inbox/inbox.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Excerpt } from '#web/ui/Excerpt.tsx'
import { toneOf } from '#web/ui/tone.ts'
import { seen } from './seen.ts'

export type LineOf = { studentId: string; firstName: string }

type Props = {
  of: LineOf
  /** Where it leads: a part of the child's screen. */
  tab: string
  topics: Topic[]
  isNew?: boolean
  what: string | null
  /** Whether that is the name of a course, shown in its tone. */
  isCourse?: boolean
  more?: string | null
  children?: ReactNode
}

/** One item of a child's day; the child's name is only read out, for it heads the card. Following it counts as reading it. */
export function TodayLine({
  of: { studentId, firstName },
  tab,
  topics,
  isNew = false,
  what,
  isCourse = false,
  more,
  children,
}: Props) {
  const { t } = useTranslation()
  return (
    <li>
      <Link
        to={paths.student(studentId, undefined, tab)}
        onClick={() => void seen(studentId, topics).catch(() => undefined)}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field px-3 py-2 hover:bg-soft"
      >
        <span className="min-w-0 flex-1 basis-40">
          <span className="[overflow-wrap:anywhere]">
            {isNew && (
              <span
                className="me-2 inline-block size-2.5 rounded-full bg-accent"
                role="img"
                aria-label={t('today.new')}
              />
            )}
            <span className="sr-only">
              <Bdi>{firstName}</Bdi>
              {' · '}
            </span>
            {what && (
              <span
                data-tone={isCourse ? toneOf(what) : undefined}
                className={cx(
                  isNew ? 'font-semibold' : 'font-medium',
                  isCourse && 'tone-soft rounded-full px-2.5 py-1 text-sm',
                  !isCourse && !children && 'text-primary',
                )}
              >
                <Bdi>{what}</Bdi>
              </span>
            )}
          </span>
          {more && (
            <span className="mt-1 block text-sm text-muted">
              <Excerpt>{more}</Excerpt>
            </span>
          )}
        </span>
        {children}
      </Link>
    </li>
  )
}
