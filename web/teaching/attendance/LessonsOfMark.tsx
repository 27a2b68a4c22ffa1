import { lazy, useState } from 'react'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const StudentLessons = lazy(part(async () => (await import('./StudentLessons.tsx')).StudentLessons, '.lessons'))

/** A day that follows from its lessons opens to them. */
export function LessonsOfMark({ studentId, day }: { studentId: string; day: CivilDay }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="font-normal">
      <summary className="min-h-11 cursor-pointer py-2 text-sm text-primary">{t('attendance.byLesson')}</summary>
      {open && (
        <LazyPart>
          <StudentLessons studentId={studentId} day={day} />
        </LazyPart>
      )}
    </details>
  )
}
