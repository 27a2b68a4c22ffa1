import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { studentRecords } from '#contract/students/student-records.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { studentName } from './student.ts'

type Props = { schoolId: string; schoolName: string; chosen: ReadonlySet<string>; onClose: () => void }

/** The chosen students on paper: a sheet that stands alone when the page is printed, and goes with it. */
export function PrintChosen({ schoolId, schoolName, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error } = useWhole(studentRecords.list, { schoolId })
  const students = data?.filter(({ id }) => chosen.has(id))
  const isThere = students !== undefined
  useEffect(() => {
    if (isThere) print()
    else if (error) toastRefusal(error)
    if (isThere || error) onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the students are there
  }, [isThere, error])

  return createPortal(
    <section data-paper className="hidden print:block">
      <h1 className="mb-4 text-xl">
        <Bdi>{schoolName}</Bdi>
      </h1>
      <table className="w-full border-collapse text-start">
        <thead>
          <tr>
            {['student', 'code', 'classRoomId', 'seat'].map((label) => (
              <th key={label} scope="col" className="border border-line px-2 py-1 text-start">
                {t(`settings.students.${label}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students?.map((student) => (
            <tr key={student.id}>
              <td className="border border-line px-2 py-1">
                <Bdi>{studentName(student)}</Bdi>
              </td>
              <td className="border border-line px-2 py-1">
                <Digits>{student.code}</Digits>
              </td>
              <td className="border border-line px-2 py-1">
                <Bdi>{student.classRoomName}</Bdi>
              </td>
              <td className="border border-line px-2 py-1">
                {t(`settings.students.${student.isPaid ? 'paid' : 'unpaid'}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}
