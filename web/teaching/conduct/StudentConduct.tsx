import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ConductMarks } from './ConductMarks.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordLine } from './RecordLine.tsx'

const NewRecord = lazy(part(async () => (await import('./NewRecord.tsx')).NewRecord))

type Props = {
  student: { studentId: string; studentName: string; schoolId: string }
  mayRecord: boolean
  mayDecide: boolean
}

/** The conduct of one student as the school records it. */
export function StudentConduct({ student, mayRecord, mayDecide }: Props) {
  const { t } = useTranslation()
  const [recording, setRecording] = useOpenedBy('conduct')
  const input = { studentId: student.studentId }
  const list = useList(conduct.ofStudent, input)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ConductMarks studentId={student.studentId} />
        <span className="ms-auto flex items-center gap-2">
          {list.total > 0 && <ExportButton list={conduct.ofStudent} input={input} />}
          {mayRecord && (
            <Button
              tone="primary"
              icon={<Plus className="size-5" aria-hidden="true" />}
              onClick={() => setRecording(true)}
            >
              {t('conduct.record')}
            </Button>
          )}
        </span>
      </div>
      <ListStates list={list} empty={<Empty sentence={t('conduct.none')} />}>
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {rows.map((record) => (
              <li key={record.id}>
                <RecordLine record={record}>{mayDecide && <RecordActions record={record} />}</RecordLine>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {mayRecord && recording && (
        <LazyPart onClose={() => setRecording(false)}>
          <NewRecord student={student} onClose={() => setRecording(false)} />
        </LazyPart>
      )}
    </div>
  )
}
