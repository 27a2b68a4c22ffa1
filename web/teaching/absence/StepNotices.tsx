import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import type { AbsenceStep } from './words.ts'

type Props = { notices: AbsenceStep['notices']; timeZone?: string }

/** Which parents were notified of a step beside the letter: how, when, and whether they read it. */
export function StepNotices({ notices, timeZone }: Props) {
  const { t } = useTranslation()
  const zone = timeZone === undefined ? {} : { timeZone }
  return (
    <ul className="text-sm text-muted">
      {notices.map(({ personName, way, at, readAt }) => (
        <li key={personName + way + at}>
          <Bdi>{personName}</Bdi> · {t(`absence.way.${way}`)} <Moment at={at} {...zone} />
          {readAt && (
            <>
              {' · '}
              {t('absence.readAt')} <Moment at={readAt} {...zone} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
