import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ListedStudent } from './student.ts'

/** How much of the last four weeks a student was at school, in percent, with a bar. */
export function PresenceRate({ presence }: Pick<ListedStudent, 'presence'>) {
  const { t } = useTranslation()
  if (!presence || presence.days === 0) return <span className="text-muted">–</span>
  const { present, days } = presence
  const percent = Math.floor((present / days) * 100)
  return (
    <span className="block w-10 text-sm @3xl:w-12" title={t('settings.presence.of', { present, count: days })}>
      <span className="sr-only">{t('settings.presence.title')} </span>
      <span className={cx('font-medium', percent < low && 'text-danger')}>
        <Digits>{percent}%</Digits>
      </span>
      <ShareBar className="mt-0.5 h-1" percent={percent} fill={percent < low ? 'fill-danger' : 'fill-ok'} />
    </span>
  )
}

const low = 80 // In percent: about one missed day a week.
