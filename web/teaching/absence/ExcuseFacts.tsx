import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { ExcuseDays } from './ExcuseDays.tsx'
import { ExcusePicture } from './ExcusePicture.tsx'
import type { Excuse } from './kinds.ts'

/** Who asks for which days to be excused, when and why. */
export const ExcuseFacts = ({ excuse, timeZone }: { excuse: Excuse; timeZone: string }) => (
  <>
    <ExcuseDays excuse={excuse} />
    {excuse.text && (
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        <Bdi>{excuse.text}</Bdi>
      </p>
    )}
    <ExcusePicture src={excuse.imageUrl} />
    <p className="text-sm text-muted">
      <Bdi>{excuse.askedByName}</Bdi> · <Moment at={excuse.askedAt} timeZone={timeZone} />
    </p>
  </>
)
