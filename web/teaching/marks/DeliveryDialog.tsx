import * as z from 'zod/mini'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { Day, optional } from '#contract/language/fields.ts'
import { useChange } from '#web/records/change.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { storedOf } from './saving.ts'
import type { Marks } from './sheet.ts'

type Props = { marks: Marks; workId: string; studentId: string; name: string; onClose: () => void }

/** The day on which a student handed in a homework. Without this entry, it is today. */
export function DeliveryDialog({ marks, workId, studentId, name, onClose }: Props) {
  const rate = useChange(studentHomework.rate)
  const { stored } = marks.store.getState().cells.get(studentId)!

  async function save({ deliveredDate }: { deliveredDate: string }) {
    const change = { workId, studentId, deliveredDate: deliveredDate || null, baseVersion: stored.version }
    marks.take(studentId, storedOf(await rate(change)))
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={isolated(name)}>
      <Form
        schema={Delivery}
        start={{ deliveredDate: stored.deliveredOn ?? '' }}
        save={save}
        beside={<DialogCancel />}
        draft={{ id: studentId }}
      >
        <DateField name="deliveredDate" label="marks.deliveredOn" />
      </Form>
    </Dialog>
  )
}

const Delivery = z.strictObject({ deliveredDate: optional(Day) })
