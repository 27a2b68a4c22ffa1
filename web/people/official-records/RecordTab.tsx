import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { isGuardianOn } from './guardian.ts'
import { GuardianCard } from './GuardianCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import type { NamedStudent } from './named-student.ts'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordPaper } from './RecordPaper.tsx'
import type { Names } from './RecordSheet.tsx'

const RecordSheet = lazy(part(async () => (await import('./RecordSheet.tsx')).RecordSheet))

type Props = { school: OwnSchool; student: NamedStudent & Names & { isMerged: boolean } }

/** What the school officially knows of a student: to read, to edit unless the entry was merged with another, and on paper. */
export function RecordTab({ school, student }: Props) {
  const maySee = useMay(officialRecords.get, school.id)
  const maySeeHealth = useMay(officialRecords.health, school.id)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      {maySee && <RecordCard school={school} student={student} />}
      <div className="space-y-5">
        {maySee && <GuardianCard school={school} student={student} />}
        {maySeeHealth && <HealthCard schoolId={school.id} student={student} />}
      </div>
    </div>
  )
}

function RecordCard({ school, student }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(officialRecords.get, { studentId: student.id })
  const mayEdit = useMay(officialRecords.update, school.id) && !student.isMerged
  const today = todayIn(school.timeZone)
  const people = useRead(guardians.list, { studentId: student.id })
  const [printing, setPrinting] = useState(false)
  const [editing, setEditing] = useState(false)
  return (
    <Card className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base">{t('settings.record.tab')}</h2>
          <p className="text-sm text-muted">{t('settings.record.lead')}</p>
        </div>
        <div className="flex items-center gap-1">
          {data && people.data && (
            <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrinting(true)}>
              {t('settings.record.print')}
            </Button>
          )}
          {data && mayEdit && <EditButton name={t('settings.record.tab')} onClick={() => setEditing(true)} />}
        </div>
      </div>
      {!data && <LoadingOrFailed error={error} again={refetch} count={5} />}
      {data && <RecordFacts record={data} />}
      {data && editing && (
        <LazyPart onClose={() => setEditing(false)}>
          <RecordSheet record={data} names={student} onClose={() => setEditing(false)} />
        </LazyPart>
      )}
      {data && printing && (
        <RecordPaper
          school={school}
          student={student}
          record={data}
          people={(people.data ?? []).filter((guardian) => isGuardianOn(guardian, today))}
          onClose={() => setPrinting(false)}
        />
      )}
    </Card>
  )
}
