import { useEffect } from 'react'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { studentName } from './student.ts'

type Props = { schoolId: string; schoolName: string; chosen: ReadonlySet<string>; onClose: () => void }

/** The selected students on paper. While the page is printed, only this sheet is visible; it is removed afterwards. */
export function PrintChosen({ schoolId, schoolName, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error } = useWhole(studentRecords.list, { schoolId })
  const students = data?.filter(({ id }) => chosen.has(id))
  useEffect(() => {
    if (!error) return
    toastRefusal(error)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [error])

  if (!students) return null
  const heads = ['student', 'code', 'classRoomId', 'seat'].map((label) => t(`settings.students.${label}`))
  return (
    <OnPaper onClose={onClose}>
      <h1 className="mb-4 text-xl">
        <Bdi>{schoolName}</Bdi>
      </h1>
      <RuledTable heads={heads}>
        {students.map((student) => (
          <tr key={student.id}>
            <RuledCell>
              <Bdi>{studentName(student)}</Bdi>
            </RuledCell>
            <RuledCell>
              <Digits>{student.code}</Digits>
            </RuledCell>
            <RuledCell>
              <Bdi>{student.classRoomName}</Bdi>
            </RuledCell>
            <RuledCell>{t(`settings.students.${student.isPaid ? 'paid' : 'unpaid'}`)}</RuledCell>
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}
