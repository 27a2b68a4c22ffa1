import { ArrowLeft } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { classes } from '#contract/school/classes/classes.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { MovePlan } from './MovePlan.tsx'
import { PastMoves } from './PastMoves.tsx'

const ClassPair = lazy(part(async () => (await import('./ClassPair.tsx')).ClassPair))

type Props = {
  school: OwnSchool
  /** The class that was looked at before. */
  classRoomId: string | null
  onClose: () => void
}

/** Moves a whole class to its next one: two classes are chosen, the plan is looked at, then it is done and can be undone. */
export function MoveClass({ school, classRoomId, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(classes.list, { schoolId: school.id })
  const [from, setFrom] = useState(classRoomId)
  const [to, setTo] = useState<string | null>(null)
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [])

  return (
    <Screen
      title={t('settings.moves.title')}
      lead={t('settings.moves.lead')}
      narrow
      tools={
        <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
          {t('settings.students.all')}
        </Button>
      }
    >
      {data ? (
        <>
          <LazyPart fallback={<Skeleton className="mb-5 h-45 sm:h-20" />}>
            <ClassPair classRooms={data} from={from} to={to} onFrom={setFrom} onTo={setTo} />
          </LazyPart>
          {from && to && from !== to && (
            <MovePlan
              key={`${from} ${to}`}
              from={from}
              to={to}
              onMoved={() => {
                setFrom(null)
                setTo(null)
              }}
            />
          )}
          <PastMoves schoolId={school.id} />
        </>
      ) : (
        <LoadingOrFailed error={error} again={refetch} />
      )}
    </Screen>
  )
}
