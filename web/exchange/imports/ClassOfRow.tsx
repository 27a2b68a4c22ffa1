import { type ComponentProps, useState } from 'react'
import { classes } from '#contract/school/classes/classes.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { classItems } from '#web/ui/class-name.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import { cellsOfClass } from './class-cells.ts'
import { changeRow, type Import, type ImportRow } from './import.ts'

type Props = ComponentProps<'select'> & { draft: Import; row: ImportRow; own: string }

/** The class of a row, chosen from those of the school. The text of the cell is offered too. */
export function ClassOfRow({ draft, row, own, ...select }: Props) {
  const { t } = useTranslation()
  const { data = [] } = useRead(classes.list, { schoolId: draft.schoolId })
  const [chosen, setChosen] = useState<string | null>(null)
  const rooms = data.filter(({ active }) => active)
  // The written text ends with the name of the class. Its full form is computed only for these few, because every row is
  // rendered again with each correction.
  const written = rooms.find(
    (room) =>
      own.endsWith(room.name) &&
      cellsOfClass(room, rooms, draft.columns).every(({ position, text }) => row.cells[position] === text),
  )

  async function choose(id: string) {
    const room = rooms.find((one) => one.id === id)
    if (!room) return
    setChosen(id)
    try {
      await changeRow({ importId: draft.id, row: row.row, cells: cellsOfClass(room, rooms, draft.columns) })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setChosen((now) => (now === id ? null : now))
    }
  }

  return (
    <select {...select} value={chosen ?? written?.id ?? ''} onChange={({ target }) => void choose(target.value)}>
      {!written && <option value="">{own || t('selectItem')}</option>}
      {classItems(rooms).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
