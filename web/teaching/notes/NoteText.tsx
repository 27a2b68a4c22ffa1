import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import type { Note } from './note-form.ts'

/** Of which day and course a note is, and who wrote it. */
export function AboutNote({ note: { date, courseName, supervisorName } }: { note: Note }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted [overflow-wrap:anywhere]">
      <Day day={date} weekday />
      {courseName && <CourseTag name={courseName} />}
      <span>
        {t('work.writer')}: <Bdi>{supervisorName}</Bdi>
      </span>
    </p>
  )
}

/** What it says, line by line, from the edge where the name above it begins. */
export const NoteText = ({ note }: { note: Note }) => (
  <div className="mt-1.5 ltr:text-left rtl:text-right">
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {note.notes}
    </p>
  </div>
)
