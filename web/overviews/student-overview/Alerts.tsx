import { Armchair, FileWarning, HeartPulse, type LucideIcon, MailQuestionMark, Scale } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import type { Overview } from './overview.ts'

type Alert = Overview['alerts'][number]

const icons: Record<Alert['kind'], LucideIcon> = {
  letter: FileWarning,
  excuse: MailQuestionMark,
  conduct: Scale,
  health: HeartPulse,
  seat: Armchair,
}

/** What somebody has to do or know; each leads to where it is done. */
export function Alerts({ overview, asParent }: { overview: Overview; asParent: boolean }) {
  const { t } = useTranslation()
  const { alerts, studentId } = overview
  if (alerts.length === 0) return null
  const inPage = (tab: string) => paths.student(studentId, asParent ? undefined : 'staff', tab)
  const to: Record<Alert['kind'], string> = {
    letter: paths.absence('steps'),
    excuse: asParent ? inPage('attendance') : paths.absence('excuses'),
    conduct: inPage('conduct'),
    health: inPage('record'),
    seat: inPage('file'),
  }
  return (
    <ul aria-label={t('student.alerts')} className="flex min-w-0 flex-wrap gap-2">
      {alerts.map(({ kind, count, name }) => {
        const Icon = icons[kind]
        return (
          <li key={kind}>
            <Link
              to={to[kind]}
              className="inline-flex items-center gap-1.5 rounded-full bg-wait-soft px-2.5 py-1 text-sm font-medium text-wait hover:underline"
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              <span>
                {t(`student.alert.${kind}`, { count })}
                {name && (
                  <>
                    {': '}
                    <Bdi>{name}</Bdi>
                  </>
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
