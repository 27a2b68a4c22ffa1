import { Hash, Shuffle } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { leadingTo } from '#web/lib/students-address.ts'
import { Seats } from './Seats.tsx'

const loadFindByCode = part(async () => (await import('./FindByCode.tsx')).FindByCode)
const FindByCode = lazy(loadFindByCode)

type Props = {
  schoolId: string
  onDone: () => void
  /** The number of students and the actions of the list, shown in the same line. */
  count: ReactNode
  children: ReactNode
}

/** Less frequent actions for a school's students: finding by code, moving a class, renewing seats. */
export function StudentTools({ schoolId, onDone, count, children }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [finding, setFinding] = useState(false)
  const may = {
    find: useMay(studentRecords.byCode),
    move: useMay(classMoves.move),
    renew: useMay(studentRecords.renewSeats),
  }
  usePrefetch(loadFindByCode)

  return (
    <div className="flex shrink-0 items-center gap-2 md:basis-full md:flex-wrap">
      {count}
      {may.find && (
        <Button
          className="shrink-0"
          icon={<Hash className="size-5" aria-hidden="true" />}
          onClick={() => setFinding(true)}
        >
          {t('settings.students.findByCode')}
        </Button>
      )}
      {may.move && (
        <LinkButton
          className="shrink-0"
          to={{ search: leadingTo(query, 'move', 'class') }}
          icon={<Shuffle className="size-5" aria-hidden="true" />}
        >
          {t('settings.moves.title')}
        </LinkButton>
      )}
      {may.renew && <Seats schoolId={schoolId} onDone={onDone} />}
      {children}
      {finding && (
        <LazyPart onClose={() => setFinding(false)}>
          <FindByCode schoolId={schoolId} onClose={() => setFinding(false)} />
        </LazyPart>
      )}
    </div>
  )
}
