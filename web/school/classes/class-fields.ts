import { classSettings } from '#contract/school/classes/class-settings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { languageName } from '#web/lib/reference.ts'
import type { Field, Values } from '#web/records/fields.ts'
import { itemsOf } from '#web/ui/items.ts'

/** The fields of a class, with the grades, languages and supervisors of its school to choose from once `ready`. */
export function useClassFields(schoolId: string): { fields: Field[]; start: Values; ready: boolean } {
  const { t } = useTranslation()
  const mayChoose = useMay(classSettings.formData)
  const { data } = useRead(classSettings.formData, { schoolId }, { enabled: mayChoose })
  const { schoolGrades = [], schoolLanguages = [], supervisors = [] } = data ?? {}

  const grades = itemsOf(schoolGrades)
  const languages = schoolLanguages.map(({ id, name }) => ({ value: id, label: languageName(t, name) }))
  const genders = [1, 2, 3].map((code) => ({ value: String(code), label: t(`settings.classes.gender${code}`) }))
  const people = itemsOf(supervisors)

  return {
    fields: [
      { name: 'name' },
      {
        name: 'gradeId',
        kind: 'choice',
        items: grades,
        repeats: true,
        ...(data &&
          grades.length === 0 && {
            hint: 'settings.noGrade',
            leadsTo: { to: paths.settings('grade'), label: 'settings.menu.grades' },
          }),
      },
      {
        name: 'languageId',
        kind: 'choice',
        items: languages,
        repeats: true,
        ...(data &&
          languages.length === 0 && {
            hint: 'settings.noLanguage',
            leadsTo: { to: paths.settings('language'), label: 'settings.menu.language' },
          }),
      },
      { name: 'gender', kind: 'choice', items: genders, repeats: true },
      { name: 'maxOfStudents', kind: 'number', repeats: true },
      { name: 'supervisorId', kind: 'choice', items: people, none: 'classes.noSupervisor' },
    ],
    start: { schoolId, ...only('gradeId', grades), ...only('languageId', languages) },
    ready: data !== undefined,
  }
}

/** Where there is but one choice, it is made. */
const only = (name: string, items: { value: string }[]): Values =>
  items.length === 1 ? { [name]: items[0]!.value } : {}
