import * as z from 'zod/mini'
import { Id } from '#contract/language/fields.ts'
import { students } from '#contract/people/students/students.ts'
import { useRead, wholeNow } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { type OneMoreProps, studentItems } from './one-more.ts'

/** Sets the work for one more student of the class. A student who was removed from it gets the earlier mark back. */
export function AddStudentToWork({ kind, classRoom, work, results, onClose }: OneMoreProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const roll = useRead(students.ofClass, { classRoomId: classRoom.id }).data
  const update = useChange(kind.work.update)
  const assign = useChange('assign' in kind.results ? kind.results.assign : kind.work.update)

  async function add({ studentId }: { studentId: string }) {
    if ('assign' in kind.results) await assign({ workId: work.id, studentId })
    else {
      // The version is read before the list. If it is still the stored version, the list belongs to it, so no student who was
      // added in the meantime is left out.
      const { version: baseVersion } = await call(kind.work.get, kind.byId(work.id))
      const stored = await wholeNow(kind.results.list, { workId: work.id })
      await update({ id: work.id, baseVersion, studentIds: [...stored.map((row) => row.studentId), studentId] })
    }
    toast({ title: t('marks.added') })
    onClose()
  }

  const has = new Set(results.map(({ studentId }) => studentId))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('marks.addStudent')}>
      {roll ? (
        <Form schema={OneStudent} start={{ studentId: '' }} save={add} submit="settings.add" beside={<DialogCancel />}>
          <ChoiceField
            name="studentId"
            label="marks.student"
            items={studentItems(roll.filter(({ id }) => !has.has(id)))}
          />
        </Form>
      ) : (
        <Loading count={1} />
      )}
    </Dialog>
  )
}

const OneStudent = z.strictObject({ studentId: Id })
