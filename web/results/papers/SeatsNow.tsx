import { Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { seating } from '#contract/results/seating/seating.ts'
import { call } from '#web/lib/call.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import type { PaperLanguage } from './labels.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import type { Job } from './PrintJob.tsx'
import { Printing } from './Printing.tsx'

type Grade = OutputOf<typeof seating.grades>[number]
type Props = { school: OwnSchool; grade: Grade; seats: NonNullable<Grade['seats']> }

const sheets = ['seating', 'calls', 'labels'] as const

/** The seats of a grade that count: what is printed of them, and how they are taken back. */
export function SeatsNow({ school, grade, seats }: Props) {
  const { t, language: spoken } = useTranslation()
  const [language, setLanguage] = useState<PaperLanguage>(spoken)
  const [job, setJob] = useState<Job | null>(null)
  const undo = useChange(seating.undo)
  const input = { schoolId: school.id, gradeId: grade.gradeId }
  const waiting = grade.students - grade.seated

  async function print(what: (typeof sheets)[number]) {
    const rows = await call(seating.list, input)
    const committees = seats.committees
      .map(({ name }) => ({ name, rows: rows.filter(({ committeeName }) => committeeName === name) }))
      .filter((committee) => committee.rows.length > 0)
    const head = { schoolName: school.name, logoUrl: school.imageUrl, day: todayIn(school.timeZone) }
    setJob({ seats: { ...head, what, gradeName: grade.gradeName, committees } })
  }

  return (
    <Card className="space-y-3">
      <h2 className="text-lg">
        {t('papers.seats.assigned', { count: grade.seated, committees: seats.committees.length })}
      </h2>
      <p className="text-sm text-muted">
        <Bdi>{seats.madeByName}</Bdi> · <Moment at={seats.madeAt} timeZone={school.timeZone} />
      </p>
      {waiting > 0 && <p className="text-danger">{t('papers.seats.waiting', { count: waiting })}</p>}
      <LanguageChoice value={language} onChange={setLanguage} />
      <div className="flex flex-wrap gap-2">
        {sheets.map((what) => (
          <Button
            key={what}
            icon={<Printer className="size-5" aria-hidden="true" />}
            disabled={job !== null}
            onClick={() => void print(what).catch(toastRefusal)}
          >
            {t(`papers.seats.print.${what}`)}
          </Button>
        ))}
        <ExportButton list={seating.list} input={input} narrowed={false} />
        <AskFirst
          title={t('papers.seats.undoOf')}
          description={t(seats.hasFormer ? 'papers.seats.undoToFormer' : 'papers.seats.undoToNone')}
          submit={t('papers.seats.undo')}
          danger
          run={() => undo({ schoolId: school.id, planId: seats.id })}
        >
          {(ask, busy) => (
            <Button icon={<Undo2 className="size-5" aria-hidden="true" />} disabled={busy} onClick={ask}>
              {t('papers.seats.undo')}
            </Button>
          )}
        </AskFirst>
      </div>
      <Printing job={job} language={language} onClose={() => setJob(null)} />
    </Card>
  )
}
