import { Bdi } from '#web/ui/Bdi.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { SentPicture } from '#web/ui/SentPicture.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { ExcuseDays } from './ExcuseDays.tsx'
import type { Excuse } from './kinds.ts'

/** Who asks for which days to be excused, when and why. */
export function ExcuseFacts({ excuse, timeZone }: { excuse: Excuse; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <>
      <ExcuseDays excuse={excuse} />
      {excuse.text && (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          <Bdi>{excuse.text}</Bdi>
        </p>
      )}
      <SentPicture src={excuse.imageUrl} label={t('absence.openPicture')} />
      <p className="text-sm text-muted">
        <Bdi>{excuse.askedByName}</Bdi> · <Moment at={excuse.askedAt} timeZone={timeZone} />
      </p>
    </>
  )
}
