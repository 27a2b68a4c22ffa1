import type { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'

type ClassRoom = OutputOf<typeof classes.list>[number]

type Props = {
  classRooms: ClassRoom[]
  from: string | null
  to: string | null
  onFrom: (id: string) => void
  onTo: (id: string) => void
}

/** The class that moves, and the active class it moves to; each with its grade and how full it is. */
export function ClassPair({ classRooms, from, to, onFrom, onTo }: Props) {
  const { t } = useTranslation()
  const choice = (label: string, rows: ClassRoom[], value: string | null, onChange: (id: string) => void) => (
    <div className="min-w-0">
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t(label)}
      </span>
      <Dropdown
        wide
        className="min-h-12"
        label={t(label)}
        items={rows.map((row) => ({ value: row.id, label: lineOf(row) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
  const next = classRooms.filter(({ id, active }) => active && id !== from)
  return (
    <div className="mb-5 grid gap-4 sm:grid-cols-2">
      {choice('settings.moves.from', classRooms, from, onFrom)}
      {choice('settings.moves.to', next, to, onTo)}
    </div>
  )
}

const lineOf = ({ gradeName, studentsCount, maxOfStudents, ...room }: ClassRoom) =>
  [nameOfClass(room), gradeName, `${studentsCount}/${maxOfStudents}`].map(isolated).join(' · ')
