import { lazy, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Topic } from '#contract/messages/inbox/inbox.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { looks } from '#web/ui/Counts.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { NearDay } from '#web/ui/NearDay.tsx'
import { part } from '#web/ui/part.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { ChildToday } from './stored-day.ts'
import { MarkOfChild } from './MarkOfChild.tsx'
import { MonthRing } from './MonthRing.tsx'
import { TodayLine, type LineOf } from './TodayLine.tsx'

const MissingLine = lazy(part(async () => (await import('./MissingLine.tsx')).MissingLine, '.corrections'))

/** One child's day: attendance, homework, exams, marks, notes. Every line leads to more. */
export function ChildsDay({ child }: { child: ChildToday }) {
  const { t } = useTranslation()
  const { studentId, firstName, unread, seatEndedOn, pays } = child
  const line: LineOf = { studentId, firstName }
  return (
    <li>
      <div className="rounded-card border border-line bg-surface">
        <Head child={child} />
        {unread > 0 && (
          <Link to={paths.inbox()} className="mx-5 -mt-2 mb-2 inline-flex min-h-11 items-center">
            <span className="rounded-full bg-primary px-2.5 py-1 text-sm font-medium whitespace-nowrap text-on-primary">
              {t('today.unread', { count: unread })}
            </span>
          </Link>
        )}
        {seatEndedOn && (
          <p className="mx-5 mb-3 rounded-field bg-wait-soft px-4 py-2 text-sm">
            {t(pays ? 'children.seatEnded' : 'children.shownUpTo')} <Day day={seatEndedOn} />
          </p>
        )}
        <div className="divide-y divide-line border-t border-line">
          <Attendance child={child} line={line} />
          {child.fee && <FeeDue today={child.today} {...child.fee} />}
          {child.nextLessons && <NextLessons child={child} {...child.nextLessons} />}
          {child.nextHoliday && <NextHoliday child={child} {...child.nextHoliday} />}
          <Works child={child} line={line} topic="homework" works={child.homework} count={child.homeworkCount} />
          <Works child={child} line={line} topic="exams" works={child.exams} count={child.examCount} />
          <Part child={child} tab="exams" topics={['results']} title="today.marks" count={child.markCount}>
            {child.marks.map((mark) => (
              <TodayLine
                key={mark.id}
                of={line}
                tab={tabOf[mark.kind]}
                topics={['results']}
                isNew={mark.unread}
                isCourse
                what={mark.courseName}
                more={t(`today.of.${mark.kind}`)}
              >
                <MarkOfChild mark={mark} />
              </TodayLine>
            ))}
          </Part>
          <Part child={child} tab="notes" topics={['notes']} title="today.notes" count={child.noteCount}>
            {child.notes.map(({ id, courseName, date, authorName, notes, unread: isNew }) => (
              <TodayLine
                key={id}
                of={line}
                tab="notes"
                topics={['notes']}
                isNew={isNew}
                isCourse={courseName !== null}
                what={courseName ?? t('today.note')}
                more={notes}
              >
                <span className="text-sm text-muted">
                  <Bdi>{authorName}</Bdi> · <NearDay day={date} today={child.today} />
                </span>
              </TodayLine>
            ))}
          </Part>
          {(child.missing.length > 0 || !child.isConfirmed) && (
            <LazyPart>
              <MissingLine missing={child.missing} />
            </LazyPart>
          )}
          <Link
            to={paths.messages({ to: studentId })}
            className="flex min-h-11 items-center px-5 text-sm text-primary hover:underline"
          >
            {t('today.writeTo')}
          </Link>
        </div>
      </div>
    </li>
  )
}

const Head = ({ child }: { child: ChildToday }) => (
  <header className="flex items-center gap-4 p-5 pb-3">
    <Avatar names={child.studentName.split(' ')} src={child.imageUrl} className="size-12" />
    <div className="min-w-0 flex-1">
      <h3 className="text-lg [overflow-wrap:anywhere]">
        <Link
          to={paths.student(child.studentId)}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:text-primary hover:underline"
        >
          <Bdi>{child.studentName}</Bdi>
        </Link>
      </h3>
      <p className="text-sm text-muted">
        <Bdi>{child.classRoomName}</Bdi> · <Bdi>{child.schoolName}</Bdi>
      </p>
    </div>
    {child.month.days > 0 && <MonthRing child={child} />}
  </header>
)

type WorksProps = {
  child: ChildToday
  line: LineOf
  topic: 'homework' | 'exams'
  works: ChildToday['homework']
  count: number
}

const Works = ({ child, line, topic, works, count }: WorksProps) => (
  <Part child={child} tab={topic} topics={[topic]} title={`today.${topic}`} count={count}>
    {works.map(({ id, courseName, date, details, unread: isNew }) => (
      <TodayLine
        key={id}
        of={line}
        tab={topic}
        topics={[topic]}
        isNew={isNew}
        isCourse
        what={courseName}
        more={details}
      >
        <NearDay day={date} today={child.today} />
      </TodayLine>
    ))}
  </Part>
)

const tabOf = { exam: 'exams', homework: 'homework', activity: 'activity' } as const

function Attendance({
  child: { studentId, attendance, today, excuse, closing },
  line,
}: {
  child: ChildToday
  line: LineOf
}) {
  const { t } = useTranslation()
  return (
    <ul className="px-2 py-1">
      <TodayLine
        of={line}
        tab="attendance"
        topics={['attendance']}
        isNew={attendance?.unread ?? false}
        what={t('classes.attendance')}
      >
        {attendance ? (
          <span className="flex flex-wrap items-center justify-end gap-2">
            {attendance.minutesLate !== null && (
              <span>
                <Digits>{attendance.minutesLate}</Digits> {t('attendance.minutes')}
              </span>
            )}
            <StatusBadge status={looks[attendance.state]} word={t(`attendance.${attendance.state}`)} />
          </span>
        ) : (
          <span className="text-muted">{closing ? <NoSchool {...closing} /> : <NotYet today={today} />}</span>
        )}
      </TodayLine>
      {attendance?.state === 'absent' && (
        <li className="px-3 pb-1">
          <Link
            to={paths.excuse(studentId, today)}
            className="inline-flex min-h-11 items-center font-medium text-primary underline-offset-4 hover:underline"
          >
            {t(excuse ? `today.excuse.${excuse}` : 'today.sayWhy')}
          </Link>
        </li>
      )}
    </ul>
  )
}

function NotYet({ today }: { today: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Day day={today} short named /> · {t('attendance.notYet')}
    </>
  )
}

/** That there is no school today, and why where that has a name. */
function NoSchool({ name }: { name: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {t('today.closed')}
      {name && (
        <>
          {': '}
          <Bdi>{name}</Bdi>
        </>
      )}
    </>
  )
}

type FeeProps = { today: string; dueOn: string; amount: string; currency: string }

/** What is to be paid soon or is overdue; the amount stays the text that it is. */
function FeeDue({ today, dueOn, amount, currency }: FeeProps) {
  const { t } = useTranslation()
  const shown = amount.replace(/\.0+$/, '').replaceAll(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 px-5 py-1 text-sm">
      <Link
        to={paths.ownFees()}
        className="inline-flex min-h-11 items-center gap-1 text-muted underline-offset-4 hover:text-primary hover:underline"
      >
        {t(dueOn < today ? 'today.feesOverdue' : 'today.feesDue')}: <Digits>{shown}</Digits>{' '}
        {currency === 'EGP' ? t('common.currency') : currency}
      </Link>
      <NearDay day={dueOn} today={today} />
    </p>
  )
}

type NextLessonsProps = { child: ChildToday; day: string; courses: string[] }

/** What is to be packed: the courses of the next school day in their order. */
function NextLessons({ child: { studentId, firstName, today }, day, courses }: NextLessonsProps) {
  return (
    <ul className="px-2 py-1">
      <TodayLine of={{ studentId, firstName }} tab="week" topics={[]} what={courses.join(' · ')}>
        <NearDay day={day} today={today} />
      </TodayLine>
    </ul>
  )
}

type NextHolidayProps = { child: ChildToday; name: string; fromDay: string }

function NextHoliday({ child, name, fromDay }: NextHolidayProps) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 px-5 py-1 text-sm">
      <Link
        to={paths.calendar(child.schoolId)}
        className="inline-flex min-h-11 items-center gap-1 text-muted underline-offset-4 hover:text-primary hover:underline"
      >
        {t('today.nextHoliday')}: <Bdi>{name}</Bdi>
      </Link>
      <NearDay day={fromDay} today={child.today} />
    </p>
  )
}

type PartProps = {
  child: ChildToday
  tab: string
  topics: Topic[]
  title: string
  count: number
  children: ReactNode[]
}

function Part({ child: { studentId, firstName }, tab, topics, title, count, children }: PartProps) {
  const { t } = useTranslation()
  if (children.length === 0) return null
  return (
    <section aria-label={`${t(title)}: ${firstName}`} className="px-2 py-2">
      <h4 className="px-3 pt-1 text-sm font-semibold text-muted">{t(title)}</h4>
      <ul>
        {children}
        {count > children.length && (
          <TodayLine
            of={{ studentId, firstName }}
            tab={tab}
            topics={topics}
            what={t('today.more', { count: count - children.length })}
          />
        )}
      </ul>
    </section>
  )
}
