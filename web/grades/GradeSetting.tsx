import { useState } from 'react'
import { grades, NewGrade } from '#contract/grades.ts'
import type { OutputOf } from '#contract/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { useAddingSeveral } from '#web/settings/adding.ts'
import { AddSeveral } from '#web/settings/AddSeveral.tsx'
import { ExportButton } from '#web/settings/ExportButton.tsx'
import { EditDialog } from '#web/settings/late-parts.tsx'
import type { Field } from '#web/settings/fields.ts'
import { SettingList } from '#web/settings/SettingList.tsx'
import { EditButton, SettingRow } from '#web/settings/SettingRow.tsx'

type Grade = OutputOf<typeof grades.get>

const fields: Field[] = [{ name: 'name' }, { name: 'notes', kind: 'lines' }]

/** The grades of a school: list, add, add several, edit. */
export function GradeSetting({ school }: { school: SchoolHeld }) {
  const asked = useRead(grades.list, { schoolId: school.id })
  const several = useAddingSeveral()
  const [edited, setEdited] = useState<Grade | 'new' | null>(null)
  const may = { add: useMay(grades.add), addSeveral: useMay(grades.addSeveral), update: useMay(grades.update) }
  const form = { of: 'grade', fields, schema: NewGrade, start: { schoolId: school.id } }

  if (several.isAdding && may.addSeveral) return <AddSeveral {...form} add={grades.addSeveral} onClose={several.stop} />

  return (
    <SettingList
      of="grade"
      asked={asked}
      tools={<ExportButton list={grades.list} input={{ schoolId: school.id }} />}
      words={words}
      line={(grade) => (
        <SettingRow name={grade.name} more={grade.notes}>
          {may.update && <EditButton name={grade.name} onClick={() => setEdited(grade)} />}
        </SettingRow>
      )}
      onAdd={may.add && (() => setEdited('new'))}
      onAddSeveral={may.addSeveral && several.start}
    >
      {edited && (
        <EditDialog
          {...form}
          row={edited === 'new' ? null : edited}
          add={grades.add}
          update={grades.update}
          onClose={() => setEdited(null)}
        />
      )}
    </SettingList>
  )
}

const words = ({ name, notes }: Grade) => [name, notes]
