import type { InputOf } from '#contract/language/operation.ts'
import { leavings, NewReturn } from '#contract/people/students/leavings.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import type { Field } from '#web/records/fields.ts'
import { RecordField } from '#web/records/RecordField.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBalance } from './Balance.tsx'
import { useClassChoices } from './class-choices.ts'
import { studentName, type Student } from './student.ts'
import { PaySeat } from './PaySeat.tsx'

type Props = { school: OwnSchool; student: Student; onClose: () => void }

type Return = InputOf<typeof leavings.return>

/** Enters the return of a student who had left: the day, the class, and whether the seat is paid again. */
export function ReturnDialog({ school, student, onClose }: Props) {
  const { t } = useTranslation()
  const classRooms = useClassChoices(school.id)
  const balance = useBalance(school.id)
  const enter = useChange(leavings.return)
  const fields: Field[] = [
    { name: 'returnedOn', kind: 'day' },
    { name: 'classRoomId', kind: 'choice', items: classRooms.open(student.classRoomId) },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.students.returnAsk', { name: isolated(studentName(student)) })}
      description={t('settings.students.returnMeans')}
    >
      {classRooms.ready ? (
        <Form<Return>
          schema={NewReturn}
          start={{
            studentId: student.id,
            baseVersion: student.version,
            returnedOn: todayIn(school.timeZone),
            classRoomId: student.classRoomId,
            isPaid: true,
          }}
          save={async (values) => {
            await enter(values)
            toast({ title: t('settings.students.returnEntered') })
            onClose()
          }}
          submit="settings.students.enterReturn"
          beside={<DialogCancel />}
        >
          {fields.map((field) => (
            <RecordField key={field.name} of="students" field={field} />
          ))}
          <PaySeat hint="settings.students.returnPays" balance={balance} />
        </Form>
      ) : (
        <Loading count={3} />
      )}
    </Dialog>
  )
}
