import { CalendarDays, ClipboardList, type LucideIcon, PencilLine, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Excerpt } from '#web/ui/Excerpt.tsx'
import { NearDay } from '#web/ui/NearDay.tsx'
import type { Overview } from './overview.ts'

type Item = Overview['ahead'][number]

const tabOf: Partial<Record<Item['kind'], string>> = { homework: 'homework', exam: 'exams', activity: 'activity' }

const icons: Partial<Record<Item['kind'], LucideIcon>> = {
  homework: PencilLine,
  exam: ClipboardList,
  activity: Sparkles,
}

type Props = { overview: Overview; asParent: boolean; tools?: ReactNode }

/** What is due and what the calendar says in the next seven days. */
export function Ahead({ overview: { ahead, studentId, schoolId, today }, asParent, tools }: Props) {
  const { t } = useTranslation()
  const toOf = ({ kind }: Item) => {
    const tab = tabOf[kind]
    return tab ? paths.student(studentId, asParent ? undefined : 'staff', tab) : paths.calendar(schoolId)
  }
  return (
    <Card className="px-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-2">
        <h2 className="text-base">{t('student.ahead')}</h2>
        {tools}
      </div>
      {ahead.length === 0 && <p className="px-2 text-sm text-muted">{t('student.nothingAhead')}</p>}
      <ul aria-label={t('student.ahead')}>
        {ahead.map((item) => {
          const Icon = icons[item.kind] ?? CalendarDays
          return (
            <li key={item.id}>
              <Link
                to={toOf(item)}
                className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-field px-2 py-1 hover:bg-soft"
              >
                <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />
                <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                  <span className="font-medium">
                    {t(`student.aheadKind.${item.kind}`)}: <Bdi>{item.name}</Bdi>
                  </span>
                  {item.details && (
                    <span className="block text-sm text-muted">
                      <Excerpt>{item.details}</Excerpt>
                    </span>
                  )}
                </span>
                <span className="text-sm text-muted">
                  <NearDay day={item.fromDay < today ? today : item.fromDay} today={today} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
