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

/**
 * Grades that the school does not have: those that the table names beside classes, made in one step; else one that a person types. They go with
 * the import while nothing else uses them.
 */
export function MissingGrades({ importId, schoolId, unknown, onMade }: Props) {
  const { t } = useTranslation()
  const may = useMay(grades.addSeveral)
  const [saving, setSaving] = useState(false)
  const [typed, setTyped] = useState('')
  const names = [...new Map(unknown.flatMap(({ grade }) => (grade ? [[fold(grade), grade] as const] : []))).values()]
  if (!may || unknown.length === 0) return null

  async function make(wanted: readonly string[], of: (name: string) => readonly Unknown[]) {
    setSaving(true)
    try {
      // The name of a grade has at least three letters.
      const nameOf = (name: string) => (name.length < 3 ? t('imports.gradeNamed', { name }) : name.slice(0, 100))
      const made = await writing(grades.addSeveral, {
        items: wanted.map((name) => ({ schoolId, name: nameOf(name).replace(/\s+/g, ' ') })),
      })
      await queryClient.invalidateQueries({ queryKey: ['ClassRoom'] })
      const saved = await changeImport(imports.setColumns, { importId, madeGradeIds: made.map(({ id }) => id) })
      setTyped('')
      for (const [at, name] of wanted.entries()) {
        const { id } = made[at]!
        // Where the names of classes say that they are of this grade, it is theirs alone.
        if (!saved.unknownNames.some(({ gradeId }) => gradeId === id)) onMade(of(name), id)
      }
    } catch (error) {
      toastRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  if (names.length === 0)
    return (
      <form
        className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 rounded-field bg-wait-soft px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          void make([typed.trim()], () => unknown)
        }}
      >
        <label className="min-w-0 flex-1 basis-40 text-sm">
          {t('imports.gradeToMake')}
          <input
            type="text"
            dir="auto"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="mt-1 block min-h-11 w-full rounded-field border border-line bg-bg px-4 text-base"
          />
        </label>
        <Button type="submit" disabled={saving || typed.trim() === ''}>
          {t('imports.makeGrades', { count: 1 })}
        </Button>
      </form>
    )
  const ofName = (name: string) => unknown.filter(({ grade }) => grade !== null && fold(grade) === fold(name))
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
      <Button disabled={saving} onClick={() => void make(names, ofName)}>
        {t('imports.makeGrades', { count: names.length })}
      </Button>
    </div>
  )
}
