import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type PastedRemark, pastedRemarks } from './pasted-remarks.ts'
import type { RemarkStudent } from './RemarkLine.tsx'

type Props = {
  /** The table, where it was pasted already. */
  start: string
  students: readonly RemarkStudent[]
  longest: number
  onTake: (remarks: { studentId: string; body: string }[]) => void
  onClose: () => void
}

/** Remarks that were written in a spreadsheet: pasted, looked at, and then put into the fields, where they wait to be saved. */
export function PasteRemarks({ start, students, longest, onTake, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [table, setTable] = useState(start)
  const rows = pastedRemarks(table, students, longest)
  const taken = rows.flatMap(({ student, body, leftOut }) =>
    student && leftOut === null ? [{ studentId: student.studentId, body }] : [],
  )
  const leftOut = rows.filter((row) => row.leftOut !== null)
  return (
    <Dialog open wide onOpenChange={onClose} title={t('remarks.paste')} description={t('remarks.pasteMeans')}>
      <div className="space-y-4">
        <label htmlFor={id} className="block text-sm">
          {t('remarks.table')}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={6}
          value={table}
          onChange={({ target }) => setTable(target.value)}
          className="max-h-72 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
        <div role="status" className="space-y-3">
          {table.trim() !== '' && rows.length === 0 && <p className="text-wait">{t('remarks.noNames')}</p>}
          {leftOut.length > 0 && (
            <>
              <p className="font-semibold">{t('remarks.leftOut', { count: leftOut.length })}</p>
              <Rows rows={leftOut} />
            </>
          )}
          {taken.length > 0 && (
            <>
              <p className="font-semibold">{t('remarks.found', { count: taken.length })}</p>
              <Rows rows={rows.filter((row) => row.leftOut === null)} />
            </>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <DialogCancel />
          <Button
            tone="primary"
            disabled={taken.length === 0}
            onClick={() => {
              onTake(taken)
              onClose()
            }}
          >
            {t('remarks.take', { count: taken.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Rows({ rows }: { rows: readonly PastedRemark<RemarkStudent>[] }) {
  const { t } = useTranslation()
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      {rows.map(({ row, key, student, body, leftOut }) => (
        <li key={row} className="space-y-1 p-3">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Digits>{row}</Digits>
            <span className="font-semibold">
              <Bdi>{student?.studentName ?? key}</Bdi>
            </span>
            {student && student.studentName !== key && (
              <span className="text-sm text-muted">
                <Bdi>{key}</Bdi>
              </span>
            )}
            {leftOut && <StatusBadge status="waiting" word={t(`remarks.reasons.${leftOut}`)} />}
            {!leftOut && student?.remark?.body && student.remark.body !== body && (
              <StatusBadge status="neutral" word={t('remarks.replaces')} />
            )}
          </p>
          {body && (
            <p className="text-sm whitespace-pre-line">
              <Bdi>{body}</Bdi>
            </p>
          )}
          {!leftOut && student?.remark?.body && student.remark.body !== body && (
            <p className="text-sm text-muted">
              {t('remarks.stands')} <Bdi>{student.remark.body}</Bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
