import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { uploads } from '#contract/platform/pictures/pictures.ts'
import { NewStudent, studentRecords } from '#contract/people/students/student-records.ts'
import { useMay } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { isWide } from '#web/records/fields.ts'
import { LazyPictureField } from '#web/records/lazy-parts.tsx'
import { RecordField } from '#web/records/RecordField.tsx'
import { useClassChoices } from './class-choices.ts'
import { studentName } from './student.ts'
import { studentFields } from './student-fields.ts'
import { SimilarStudents } from './SimilarStudents.tsx'
import { PaySeat } from './PaySeat.tsx'

type Props = {
  school: OwnSchool
  /** The class by which the list is filtered, '' for none. It is preselected for the new student. */
  classRoomId: string
  balance: number | null
  onClose: () => void
}

type New = InputOf<typeof studentRecords.add>
type Similar = OutputOf<typeof studentRecords.similar>[number]

/** Adds a student with names, class, birth date, a picture, and whether the seat is paid, with its cost. */
export function AddStudent({ school, classRoomId, balance, onClose }: Props) {
  const { t } = useTranslation()
  const classRooms = useClassChoices(school.id).open()
  const mayPicture = useMay(uploads[1])
  const add = useChange(studentRecords.add)
  const [similar, setSimilar] = useState<{ asked: string; students: Similar[] }>({ asked: '', students: [] })
  const [round, setRound] = useState({ number: 1, classRoomId })
  const goesOn = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (round.number > 1) place.current?.querySelector('input')?.focus()
  }, [round.number])
  const start = {
    schoolId: school.id,
    firstName: '',
    middleName: '',
    lastName: '',
    classRoomId: classRooms.some(({ value }) => value === round.classRoomId) ? round.classRoomId : '',
    birthDate: '',
    imageUrl: '',
    isPaid: true,
  }

  async function save(student: New) {
    // Only a person can decide whether two children with one name are the same child. Pressing a second time is the answer.
    const { schoolId, firstName, middleName, lastName, birthDate } = student
    const asked = JSON.stringify([firstName, middleName, lastName, birthDate])
    if (similar.asked !== asked) {
      const students = await call(studentRecords.similar, { schoolId, firstName, middleName, lastName, birthDate })
      setSimilar({ asked, students })
      if (students.length > 0) return false
    }
    const added = await add(student)
    setSimilar({ asked: '', students: [] })
    toast({
      title: t('settings.students.added', { name: isolated(studentName(added)), code: isolated(added.code ?? '') }),
    })
    if (goesOn.current) setRound({ number: round.number + 1, classRoomId: added.classRoomId })
    else onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('settings.students.add')}>
      {/* The form's own button and Enter submit the form themselves; "add and go on" must submit it by code. */}
      <div
        ref={place}
        onSubmitCapture={({ nativeEvent }) => (goesOn.current = (nativeEvent as SubmitEvent).submitter === null)}
      >
        <Form<New>
          key={round.number}
          schema={NewStudent}
          start={start}
          save={save}
          submit="settings.add"
          beside={
            <>
              <DialogCancel />
              <Button onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
                {t('settings.students.addAndGoOn')}
              </Button>
            </>
          }
        >
          <div className="@container">
            <div className="grid gap-5 @md:grid-cols-2">
              {studentFields(classRooms, 'new').map((field) => (
                <div key={field.name} className={cx((isWide(field) || field.kind === 'choice') && '@md:col-span-2')}>
                  <RecordField of="students" field={field} />
                </div>
              ))}
            </div>
          </div>
          {mayPicture && <FreePicture schoolId={school.id} />}
          {similar.students.length > 0 && <SimilarStudents students={similar.students} />}
          <PaySeat hint="settings.students.payMeans" balance={balance} />
        </Form>
      </div>
    </Dialog>
  )
}

/** A picture of a student who is not stored yet. Until then, it belongs to the school. */
function FreePicture({ schoolId }: { schoolId: string }) {
  const { setValue } = useFormContext<New>()
  const [imageUrl, ...names] = useWatch<New, ['imageUrl', 'firstName', 'lastName']>({
    name: ['imageUrl', 'firstName', 'lastName'],
  })
  return (
    <LazyPictureField
      type={1}
      ownerId={schoolId}
      src={imageUrl}
      names={names}
      label="settings.students.picture"
      onChanged={(url) => setValue('imageUrl', url)}
    />
  )
}
