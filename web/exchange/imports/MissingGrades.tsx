import { useState } from 'react'
import { grades } from '#contract/school/grades/grades.ts'
import { fold } from '#contract/language/fold.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useMay, writing } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { changeImport } from './import.ts'
import type { Unknown } from './unknown-names.ts'

type Props = {
  importId: string
  schoolId: string
  /** The classes for which no grade of the school is known. */
  unknown: readonly Unknown[]
  onMade: (ones: readonly Unknown[], gradeId: string) => void
}

/** Grades that the table names beside classes and the school does not have. They are made in one step, and go with the import while nothing else uses them. */
export function MissingGrades({ importId, schoolId, unknown, onMade }: Props) {
  const { t } = useTranslation()
  const may = useMay(grades.addSeveral)
  const [saving, setSaving] = useState(false)
  const names = [...new Map(unknown.flatMap(({ grade }) => (grade ? [[fold(grade), grade] as const] : []))).values()]
  if (!may || names.length === 0) return null

  async function make() {
    setSaving(true)
    try {
      // The name of a grade has at least three letters.
      const nameOf = (name: string) => (name.length < 3 ? t('imports.gradeNamed', { name }) : name.slice(0, 100))
      const made = await writing(grades.addSeveral, {
        items: names.map((name) => ({ schoolId, name: nameOf(name).replace(/\s+/g, ' ') })),
      })
      await queryClient.invalidateQueries({ queryKey: ['ClassRoom'] })
      await changeImport(imports.setColumns, { importId, madeGradeIds: made.map(({ id }) => id) })
      for (const [at, name] of names.entries())
        onMade(
          unknown.filter(({ grade }) => grade !== null && fold(grade) === fold(name)),
          made[at]!.id,
        )
    } catch (error) {
      toastRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-wait-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-40">
        {t('imports.missingGrades', { count: names.length })}{' '}
        {names.map((name, at) => (
          <span key={name}>
            {at > 0 && ' · '}
            <Bdi>{name}</Bdi>
          </span>
        ))}
      </p>
      <Button disabled={saving} onClick={() => void make()}>
        {t('imports.makeGrades', { count: names.length })}
      </Button>
    </div>
  )
}
