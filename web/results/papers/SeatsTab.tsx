import { useState } from 'react'
import { seating } from '#contract/results/seating/seating.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { SeatsForm } from './SeatsForm.tsx'
import { SeatsNow } from './SeatsNow.tsx'

/** Seats in the exams of the year, grade by grade: those that count, and assigning them. */
export function SeatsTab({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [gradeId, setGradeId] = useState<string | null>(null)
  const { data, error, refetch } = useRead(seating.grades, { schoolId: school.id })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const grade = data.find((one) => one.gradeId === gradeId) ?? data.find(({ seats }) => seats) ?? data[0]
  if (!grade) return <Empty sentence={t('papers.seats.noGrades')} />
  return (
    <div className="max-w-3xl space-y-4">
      <p className="text-muted">{t('papers.seats.means')}</p>
      <Dropdown
        label={t('papers.seats.grade')}
        items={data.map(({ gradeId: value, gradeName }) => ({ value, label: gradeName }))}
        value={grade.gradeId}
        onChange={setGradeId}
      />
      {grade.seats && <SeatsNow key={grade.seats.id} school={school} grade={grade} seats={grade.seats} />}
      <SeatsForm key={grade.gradeId + (grade.seats?.id ?? '')} schoolId={school.id} grade={grade} />
    </div>
  )
}
