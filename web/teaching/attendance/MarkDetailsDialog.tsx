import { useState } from 'react'
import * as z from 'zod/mini'
import { isThere, MarkDetails, type AttendanceState, states } from '#contract/teaching/attendance/attendance.ts'
import { now } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { withoutBlanks } from '#web/lib/resolver.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { isExplained, type RegisterLine } from './register.ts'

type Props = { name: string; line: RegisterLine; onWrite: (line: RegisterLine) => void; onClose: () => void }

type Values = { minutesLate: string; note: string; leftAt: string }

const timeNow = () => now().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The details of one student's mark: the state, the minutes of a late arrival, the reason of an absence or excuse. */
export function MarkDetailsDialog({ name, line, onWrite, onClose }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<AttendanceState>(line.state)

  async function save(values: Values) {
    const { minutesLate, note, leftAt } = z.parse(MarkDetails, withoutBlanks(values))
    onWrite({
      state,
      minutesLate: state === 'late' ? (minutesLate ?? null) : null,
      note: isExplained(state) || state === line.state ? (note ?? null) : null,
      leftAt: isThere(state) ? (leftAt ?? null) : null,
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isolated(name)}
      description={t('attendance.detailsHint')}
    >
      <Form<Values>
        schema={MarkDetails}
        start={{
          minutesLate: line.minutesLate === null ? '' : String(line.minutesLate),
          note: line.note ?? '',
          leftAt: line.leftAt ?? '',
        }}
        save={save}
        submit="attendance.done"
        beside={<DialogCancel />}
      >
        <Segments
          label={t('attendance.status')}
          items={states.map((value) => ({ value, label: t(`attendance.${value}`) }))}
          value={state}
          onChange={setState}
        />
        {state === 'late' && <AmountField name="minutesLate" label="attendance.minutesLate" inputMode="numeric" />}
        {isThere(state) && (
          <div className="flex items-end gap-3">
            <TextField name="leftAt" label="attendance.leftAt" type="time" />
            <Button
              onClick={() => {
                onWrite({ ...line, state, leftAt: timeNow() })
                onClose()
              }}
            >
              {t('attendance.leftNow')}
            </Button>
          </div>
        )}
        {isExplained(state) && <LinesField name="note" label="attendance.reason" />}
      </Form>
    </Dialog>
  )
}
