import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import type { Guardian } from './guardian.ts'
import { FactValue } from './RecordFacts.tsx'
import type { NamedStudent } from './named-student.ts'
import { type OfficialRecord, recordFacts } from './record-fields.ts'

type Props = {
  school: OwnSchool
  student: NamedStudent
  record: OfficialRecord
  people: readonly Guardian[]
  onClose: () => void
}

/** The record on one page of paper: it stands alone when the page is printed, and goes with it. */
export function RecordPaper({ school, student, record, people, onClose }: Props) {
  const { t, language } = useTranslation()
  const facts = recordFacts(t, language, record)
  return (
    <OnPaper onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-2 mb-4 text-xl">{t('settings.record.paperTitle')}</h1>
      <table className="w-full border-collapse text-start">
        <tbody>
          <Line label={t('settings.record.student')}>
            <Bdi>{student.studentName}</Bdi>
          </Line>
          <Line label={t('settings.record.code')}>
            <Digits>{student.code}</Digits>
          </Line>
          <Line label={t('settings.record.classRoom')}>
            <Bdi>{student.classRoomName}</Bdi>
          </Line>
          {facts.map((fact) => (
            <Line key={fact.name} label={fact.label}>
              <FactValue {...fact} />
            </Line>
          ))}
          {people.map((guardian) => (
            <Line key={guardian.id} label={relationName(t, guardian.relationName)}>
              <Bdi>{[guardian.guardianName, guardian.job].filter(Boolean).join(' · ')}</Bdi>{' '}
              <Digits>{guardian.phone}</Digits>
            </Line>
          ))}
        </tbody>
      </table>
      <div className="mt-8 flex justify-between gap-6">
        <p>
          {t('settings.record.printedOn')} <Day day={todayIn(school.timeZone)} />
        </p>
        <p className="pb-16">{t('settings.record.signature')}</p>
      </div>
    </OnPaper>
  )
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <tr>
      <th scope="row" className="w-1/3 border border-line px-2 py-1 text-start font-medium">
        {label}
      </th>
      <td className="border border-line px-2 py-1 [overflow-wrap:anywhere]">{children}</td>
    </tr>
  )
}
