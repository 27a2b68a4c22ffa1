import { courses, NewCourse } from '#contract/school/courses/courses.ts'
import { languages } from '#contract/platform/languages/languages.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { languageName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useAddingSeveral } from '#web/records/adding.ts'
import { AddSeveral } from '#web/records/AddSeveral.tsx'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field, Values } from '#web/records/fields.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'

type Course = OutputOf<typeof courses.get>

/** The courses of a school, each in one of its languages: list, add, add several, edit. */
export function CourseSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const query = useRead(courses.list, { schoolId: school.id })
  const taught = useRead(languages.list, { schoolId: school.id }).data
  const several = useAddingSeveral(courses.addSeveral)

  const items = (taught ?? []).map(({ id, name }) => ({ value: id, label: languageName(t, name) }))
  const fields: Field[] = [
    { name: 'name' },
    {
      name: 'languageId',
      kind: 'choice',
      items,
      repeats: true,
      ...(taught?.length === 0 && {
        hint: 'settings.noLanguage',
        leadsTo: { to: paths.settings('language'), label: 'settings.menu.language' },
      }),
    },
    { name: 'description', kind: 'lines' },
    { name: 'nameEn', hint: 'settings.course.nameEnHint' },
  ]
  const only: Values = items.length === 1 ? { languageId: items[0]!.value } : {}
  const form = { of: 'course', fields, schema: NewCourse, start: { schoolId: school.id, ...only } }
  const { onAdd, pencil, dialog } = useEditing<Course>(form, courses)

  if (several.isAdding && taught) return <AddSeveral {...form} add={courses.addSeveral} onClose={several.stop} />
  return (
    <RecordList
      of="course"
      listQuery={query}
      tools={<ExportButton list={courses.list} input={{ schoolId: school.id }} />}
      words={({ name, description, languageName: language }) => [
        name,
        description,
        language,
        languageName(t, language),
      ]}
      line={(course) => (
        <RecordRow
          name={course.name}
          toned
          more={
            <span className="line-clamp-3 @3xl:line-clamp-1">
              {languageName(t, course.languageName)} · <bdi>{course.description}</bdi>
            </span>
          }
        >
          {pencil(course, course.name)}
        </RecordRow>
      )}
      onAdd={onAdd}
      onAddSeveral={several.start}
    >
      {dialog}
    </RecordList>
  )
}
