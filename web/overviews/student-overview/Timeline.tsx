import {
  CalendarCheck2,
  ClipboardList,
  FileBadge,
  type LucideIcon,
  MailQuestionMark,
  Megaphone,
  NotebookPen,
  PencilLine,
  Phone,
  Scale,
  Sparkles,
} from 'lucide-react'
import { Link } from 'react-router'
import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { looks } from '#web/ui/Counts.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { Excerpt } from '#web/ui/Excerpt.tsx'
import { NearDay } from '#web/ui/NearDay.tsx'
import { Empty } from '#web/ui/States.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Overview } from './overview.ts'

type Happened = NonNullable<Overview['timeline']>[number]

const icons: Record<Happened['kind'], LucideIcon> = {
  attendance: CalendarCheck2,
  exam: ClipboardList,
  homework: PencilLine,
  activity: Sparkles,
  note: NotebookPen,
  conduct: Scale,
  paper: FileBadge,
  call: Phone,
  excuse: MailQuestionMark,
  message: Megaphone,
}

/** The part of the page that has more about it. */
const tabOf: Record<Exclude<Happened['kind'], 'message'>, string> = {
  attendance: 'attendance',
  exam: 'exams',
  homework: 'homework',
  activity: 'activity',
  note: 'notes',
  conduct: 'conduct',
  paper: 'papers',
  call: 'attendance',
  excuse: 'attendance',
}

type Props = { studentId: string; today: string; timeline: Happened[] }

/** What happened in the last weeks, the latest day first. */
export function Timeline({ studentId, today, timeline }: Props) {
  const { t } = useTranslation()
  const days = [...new Set(timeline.map(({ day }) => day))]
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-base">
        {t('student.timeline')}
      </h2>
      {days.length === 0 && <Empty sentence={t('student.nothingHappened')} />}
      <ol className="space-y-4">
        {days.map((day) => (
          <li key={day}>
            <h3 className="mb-1 text-sm font-medium text-muted">
              <NearDay day={day} today={today} />
            </h3>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {timeline
                .filter((one) => one.day === day)
                .map((one) => (
                  <li key={`${one.kind} ${one.id}`}>
                    <Line one={one} studentId={studentId} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Line({ one, studentId }: { one: Happened; studentId: string }) {
  const { kind, details, byName } = one
  const Icon = icons[kind]
  const to = kind === 'message' ? paths.posts(one.id) : paths.student(studentId, 'staff', tabOf[kind])
  return (
    <Link to={to} className="flex min-h-11 items-start gap-3 rounded-card px-4 py-2 hover:bg-soft">
      <Icon className="mt-1 size-5 shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <What one={one} />
        </span>
        {details && (
          <span className="block text-sm text-muted">
            <Excerpt>{details}</Excerpt>
          </span>
        )}
        {byName && (
          <span className="block text-sm text-muted">
            <Bdi>{byName}</Bdi>
          </span>
        )}
      </span>
    </Link>
  )
}

function What({ one: { kind, name, state, result, rate } }: { one: Happened }) {
  const { t } = useTranslation()
  switch (kind) {
    case 'attendance':
      return <StatusBadge status={looks[state as AttendanceState]} word={t(`attendance.${state}`)} />
    case 'exam':
    case 'homework':
    case 'activity':
      return (
        <>
          <span className="font-medium">{t(`today.of.${kind}`)}</span>
          <CourseTag name={name!} />
          <span className="ms-auto font-semibold">
            {state === 'missed' ? (
              <StatusBadge status="bad" word={t(kind === 'homework' ? 'marks.notDelivered' : 'marks.absent')} />
            ) : (
              <Digits>
                {result}/{rate}
              </Digits>
            )}
          </span>
        </>
      )
    case 'paper':
      return <span className="font-medium">{t(`papers.kind.${name}`)}</span>
    case 'excuse':
    case 'call':
      return (
        <>
          <span className="font-medium">{t(`student.happened.${kind}`)}</span>
          <StatusBadge status={states[state!]!} word={t(`student.state.${state}`)} />
        </>
      )
    case 'conduct':
      return (
        <>
          <StatusBadge status={states[state!]!} word={t(`student.state.${state}`)} />
          <Bdi>{name}</Bdi>
        </>
      )
    case 'note':
      return (
        <>
          <span className="font-medium">{t('student.happened.note')}</span>
          {name && <CourseTag name={name} />}
        </>
      )
    case 'message':
      return (
        <>
          <span className="font-medium">{t('student.happened.message')}</span>
          <Bdi>{name}</Bdi>
        </>
      )
  }
}

const states: Record<string, Status> = {
  reached: 'good',
  noAnswer: 'bad',
  waiting: 'waiting',
  accepted: 'good',
  refused: 'bad',
  merit: 'good',
  breach: 'bad',
}
