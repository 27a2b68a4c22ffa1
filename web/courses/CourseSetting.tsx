import { useState } from 'react'
import { courses, NewCourse } from '#contract/courses.ts'
import { languages } from '#contract/languages.ts'
import type { OutputOf } from '#contract/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { languageName } from '#web/lib/reference.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { useAddingSeveral } from '#web/settings/adding.ts'
import { AddSeveral } from '#web/settings/AddSeveral.tsx'
import { ExportButton } from '#web/settings/ExportButton.tsx'
import { EditDialog } from '#web/settings/late-parts.tsx'
import type { Field, Values } from '#web/settings/fields.ts'
import { SettingList } from '#web/settings/SettingList.tsx'
import { EditButton, SettingRow } from '#web/settings/SettingRow.tsx'

type Course = OutputOf<typeof courses.get>

/** The courses of a school, each in one of its languages: list, add, add several, edit. */
export function CourseSetting({ school }: { school: SchoolHeld }) {
  const { t } = useTranslation()
  const asked = useRead(courses.list, { schoolId: school.id })
  const taught = useRead(languages.list, { schoolId: school.id }).data
  const several = useAddingSeveral()
  const [edited, setEdited] = useState<Course | 'new' | null>(null)
  const may = { add: useMay(courses.add), addSeveral: useMay(courses.addSeveral), update: useMay(courses.update) }

  const items = (taught ?? []).map(({ id, name }) => ({ value: id, label: languageName(t, name) }))
  const fields: Field[] = [
    { name: 'name' },
    {
      name: 'languageId',
      kind: 'choice',
      items,
      repeats: true,
      ...(taught?.length === 0 && { hint: 'settings.noLanguage' }),
    },
    { name: 'description', kind: 'lines' },
  ]
  const only: Values = items.length === 1 ? { languageId: items[0]!.value } : {}
  const form = { of: 'course', fields, schema: NewCourse, start: { schoolId: school.id, ...only } }

  if (several.isAdding && may.addSeveral && taught)
    return <AddSeveral {...form} add={courses.addSeveral} onClose={several.stop} />

  return (
    <SettingList
      of="course"
      asked={asked}
      tools={<ExportButton list={courses.list} input={{ schoolId: school.id }} />}
      words={words}
      line={(course) => (
        <SettingRow
          name={course.name}
          more={
            <span className="line-clamp-3">
              {languageName(t, course.languageName)} · <bdi>{course.description}</bdi>
            </span>
          }
        >
          {may.update && <EditButton name={course.name} onClick={() => setEdited(course)} />}
        </SettingRow>
      )}
      onAdd={may.add && (() => setEdited('new'))}
      onAddSeveral={may.addSeveral && several.start}
    >
      {edited && (
        <EditDialog
          {...form}
          row={edited === 'new' ? null : edited}
          add={courses.add}
          update={courses.update}
          onClose={() => setEdited(null)}
        />
      )}
    </SettingList>
  )
}

const words = ({ name, description, languageName: language }: Course) => [name, description, language]
