import { useRef, useState } from 'react'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useMay, writing } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { languageName } from '#web/lib/reference.ts'
import type { TextValues } from '#web/lib/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { itemsOf } from '#web/ui/items.ts'
import { changeImport, type Import } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'
import type { useNewClasses } from './new-classes.ts'
import { MissingGrades } from './MissingGrades.tsx'
import { TypedName } from './TypedName.tsx'
import { classesToMake, keyOf, nameWithGrade, placesFor, type ToMake, type Unknown } from './unknown-names.ts'

/**
 * Classes that the table contains but the school does not have. They are created in one step, each in the grade that its name
 * suggests.
 */
export function NewClasses({ draft, of }: { draft: Import; of: ReturnType<typeof useNewClasses> }) {
  const { t } = useTranslation()
  const { unknown, data, gradeOf, choose } = of
  const [language, setLanguage] = useState<string | null>(null)
  const mayMakeGrades = useMay(grades.addSeveral)
  const [saving, setSaving] = useState(false)
  // Classes that were created, although the import may not have accepted them yet. The next attempt uses the same ones.
  const made = useRef(new Map<string, string>())
  if (!data || unknown.length === 0) return null

  const { schoolGrades, schoolLanguages } = data
  const languageId = language ?? schoolLanguages[0]?.id ?? null
  const sameGrade = unknown.every((one) => gradeOf(one) === gradeOf(unknown[0]!)) ? gradeOf(unknown[0]!) : null
  const wanted = unknown.flatMap((one) => {
    const gradeId = gradeOf(one)
    return gradeId === null ? [] : [{ ...one, gradeId }]
  })
  const toMake = classesToMake(wanted)

  async function make() {
    setSaving(true)
    try {
      await makeMissing(
        toMake.filter(({ keys }) => !keys.some((key) => made.current.has(key))),
        { t, schoolId: draft.schoolId, languageId: languageId!, made: made.current },
      )
      linkAlike(toMake, made.current)
      const names = wanted.map((one) => meantBy(one, made.current.get(keyOf(one))!))
      const madeClassIds = [...new Set(names.map(({ id }) => id))]
      await changeImport(imports.setColumns, { importId: draft.id, madeClassIds, names })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <section className="mb-6 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{t('imports.newClasses', { count: unknown.length })}</h2>
      <p className="text-sm text-muted">{t('imports.newClassesHint')}</p>
      {(schoolGrades.length === 0 && !mayMakeGrades) || schoolLanguages.length === 0 ? (
        <Lacking what={schoolLanguages.length === 0 ? 'languages' : 'grades'} />
      ) : (
        <>
          <MissingGrades
            importId={draft.id}
            schoolId={draft.schoolId}
            unknown={unknown.filter((one) => gradeOf(one) === null)}
            onMade={choose}
          />
          {unknown.length > 1 && (
            <OneGradeForAll grades={schoolGrades} value={sameGrade} onChange={(id) => choose(unknown, id)} />
          )}
          <ul className="mt-3 grid gap-x-6 gap-y-3 lg:grid-cols-2">
            {unknown.map((one) => (
              <GradeOfClass
                key={keyOf(one)}
                of={one}
                grades={schoolGrades}
                value={gradeOf(one)}
                onChange={(id) => choose([one], id)}
              />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
            {schoolLanguages.length > 1 && (
              <LanguageOfClasses languages={schoolLanguages} value={languageId} onChange={setLanguage} />
            )}
            <Button tone="primary" disabled={saving || wanted.length === 0} onClick={() => void make()}>
              {saving && t('imports.checking')}
              {!saving && wanted.length === 0 && t('imports.makeThem')}
              {!saving && wanted.length > 0 && t('imports.makeClasses', { count: toMake.length })}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** What the school must have before it can have classes. */
function Lacking({ what }: { what: 'grades' | 'languages' }) {
  const { t } = useTranslation()
  const to = { grades: paths.settings('grade'), languages: paths.settings('language') }[what]
  return (
    <LinkButton to={to} className="mt-3">
      {t(what === 'grades' ? 'imports.noGrades' : 'imports.noLanguages')}
    </LinkButton>
  )
}

type AllProps = { grades: { id: string; name: string }[]; value: string | null; onChange: (id: string) => void }

function OneGradeForAll({ grades, value, onChange }: AllProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-3">
      <span className="min-w-0 flex-1 basis-40 font-medium">{t('imports.oneGradeForAll')}</span>
      <LazyDropdown label={t('imports.oneGradeForAll')} items={itemsOf(grades)} value={value} onChange={onChange} />
    </div>
  )
}

type LanguageProps = { languages: { id: string; name: string }[]; value: string | null; onChange: (id: string) => void }

function LanguageOfClasses({ languages, value, onChange }: LanguageProps) {
  const { t } = useTranslation()
  return (
    <LazyDropdown
      label={t('imports.languageOfClasses')}
      items={languages.map(({ id, name }) => ({ value: id, label: languageName(t, name) }))}
      value={value}
      onChange={onChange}
    />
  )
}

type GradeProps = {
  of: Unknown
  grades: { id: string; name: string }[]
  value: string | null
  onChange: (id: string | null) => void
}

function GradeOfClass({ of: one, grades, value, onChange }: GradeProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <bdi className="font-medium">{one.name}</bdi>{' '}
        {one.grade && <bdi className="text-sm text-muted">{one.grade}</bdi>}{' '}
        {one.typed && <TypedName name={one.typed} />}
        <span className="text-sm text-muted">{t('imports.rows', { count: one.rows })}</span>
      </span>
      <LazyDropdown
        label={t('imports.gradeOf', { name: nameWithGrade(one) })}
        items={[{ value: none, label: t('imports.notNew') }, ...itemsOf(grades)]}
        value={value ?? none}
        onChange={(id) => onChange(id === none ? null : id)}
      />
    </li>
  )
}

const meantBy = ({ kind, name, grade }: Unknown, id: string) => ({ kind, name, grade, id })

/** Several names may mean one class, which was made for one of them. */
function linkAlike(toMake: ToMake[], made: Map<string, string>) {
  for (const { keys } of toMake) {
    const id = keys.map((key) => made.get(key)).find(Boolean)!
    for (const key of keys) made.set(key, id)
  }
}

type Making = {
  t: (key: string, values: TextValues) => string
  schoolId: string
  languageId: string
  made: Map<string, string>
}

/** Makes the classes, and notes in `made` which is which. */
async function makeMissing(missing: ToMake[], { t, schoolId, languageId, made }: Making) {
  if (missing.length === 0) return
  const items = missing.map((one) => ({
    schoolId,
    // The name of a class must have at least three letters.
    name: one.name.length < 3 ? t('imports.classNamed', { name: one.name }) : one.name,
    gradeId: one.gradeId,
    languageId,
    gender: 3 as const,
    maxOfStudents: placesFor(one.rows),
  }))
  const classes = await writing(classSettings.addSeveral, { items })
  missing.forEach(({ keys }, at) => keys.forEach((key) => made.set(key, classes[at]!.id)))
  void queryClient.invalidateQueries({ queryKey: ['ClassRoom'] })
}

const none = 'none'
