import { grades, NewGrade } from '#contract/grades/grades.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { useAddingSeveral } from '#web/records/adding.ts'
import { AddSeveral } from '#web/records/AddSeveral.tsx'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field } from '#web/records/fields.ts'
import { SettingList } from '#web/records/RecordList.tsx'
import { SettingRow } from '#web/records/RecordRow.tsx'

type Grade = OutputOf<typeof grades.get>

const fields: Field[] = [{ name: 'name' }, { name: 'notes', kind: 'lines' }]

/** The grades of a school: list, add, add several, edit. */
export function GradeSetting({ school }: { school: SchoolHeld }) {
  const asked = useRead(grades.list, { schoolId: school.id })
  const form = { of: 'grade', fields, schema: NewGrade, start: { schoolId: school.id } }
  const several = useAddingSeveral(grades.addSeveral)
  const { onAdd, pencil, dialog } = useEditing<Grade>(form, grades)

  if (several.isAdding) return <AddSeveral {...form} add={grades.addSeveral} onClose={several.stop} />
  return (
    <SettingList
      of="grade"
      asked={asked}
      tools={<ExportButton list={grades.list} input={{ schoolId: school.id }} />}
      words={words}
      line={(grade) => (
        <SettingRow name={grade.name} more={grade.notes}>
          {pencil(grade, grade.name)}
        </SettingRow>
      )}
      onAdd={onAdd}
      onAddSeveral={several.start}
    >
      {dialog}
    </SettingList>
  )
}

const words = ({ name, notes }: Grade) => [name, notes]
