import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Text } from '#contract/language/fields.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { plainDigits } from '#web/lib/text.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'

/** Opens the student with a code. Its last digits are enough. */
export function FindByCode({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()

  async function find({ code }: { code: string }) {
    const { id } = await call(studentRecords.byCode, { code: wholeCode(code), schoolId })
    onClose()
    await navigate(paths.student(id, 'staff'))
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('settings.students.findByCode')}>
      <Form
        draft={false}
        schema={ByCode}
        start={{ code: '' }}
        save={find}
        submit="settings.find"
        beside={<DialogCancel />}
      >
        <TextField
          name="code"
          label="settings.students.code"
          hint="settings.students.codeHint"
          dir="ltr"
          className="rtl:text-end"
          autoComplete="off"
          placeholder="ST0000000001"
        />
      </Form>
    </Dialog>
  )
}

const ByCode = z.strictObject({ code: Text(1, 20) })

/** '42' and '٤٢' are the code ST0000000042. */
function wholeCode(typed: string) {
  const code = plainDigits(typed).trim()
  return /^\d{1,10}$/.test(code) ? `ST${code.padStart(10, '0')}` : code
}
