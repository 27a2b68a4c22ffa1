import { useState } from 'react'
import { dayOfDevice, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { Kind, Result } from './kind.ts'

/** Shows that a mark was changed after parents saw it: the earlier mark and, on a press, when it changed. */
export function Corrected({ kind, row }: { kind: Kind; row: Result }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const Shown = kind.publishing?.History
  if (!Shown || !('correctedAt' in row) || !row.correctedAt) return null
  const { formerResult, formerTookPart, correctedAt, workId, studentId } = row
  // In the time zone of the device, like the history.
  const day = shownDay(dayOfDevice(correctedAt))
  const mark = formerTookPart === false ? t('marks.absent') : `${formerResult ?? '–'}/${row.rate}`
  return (
    <>
      <button
        type="button"
        className="relative block min-h-8 text-start text-sm font-normal whitespace-normal text-wait underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {t('work.corrected', { mark: isolated(mark), day })}
      </button>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <Shown examId={workId} studentId={studentId} name={row.studentName} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
