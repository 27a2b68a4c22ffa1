import { useState } from 'react'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { BoardRow } from './rows.ts'

type Props = { roundId: string; school: OwnSchool; row: BoardRow; onClose: () => void }

/** Books a time of a teacher for the family of a student who is searched by name. */
export function BookFor({ roundId, school, row, onClose }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: bookFor } = useWrite(meetings.bookFor)
  const { saving, save } = useSaving()
  const [text, setText] = useState('')
  const search = useSettled(text)
  const { data = [] } = useRead(
    studentRecords.list,
    { schoolId: school.id, search, pageSize: 10 },
    { enabled: search.length > 1 },
  )
  const book = (studentId: string) =>
    void save(
      () => bookFor({ schoolId: school.id, roundId, studentId, teacherId: row.teacherId, starts: row.starts }),
      t('meetings.didBookFor'),
      onClose,
    )
  return (
    <Dialog open onOpenChange={onClose} title={t('meetings.bookFor')} description={t('meetings.bookForMeans')}>
      <p className="mb-3">
        <Bdi>{row.teacherName}</Bdi> · <Digits>{row.starts}</Digits>
      </p>
      <SearchField label={t('meetings.search')} value={text} onChange={setText} />
      {search.length > 1 && (
        <ul className="space-y-1">
          {data.map((student) => (
            <li key={student.id}>
              <Button wide disabled={saving} onClick={() => book(student.id)}>
                <Bdi>{[student.firstName, student.middleName, student.lastName].filter(Boolean).join(' ')}</Bdi> ·{' '}
                <Bdi>{student.classRoomName}</Bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
