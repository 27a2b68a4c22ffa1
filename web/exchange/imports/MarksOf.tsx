import { useId } from 'react'
import { years } from '#contract/school/years/years.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import type { Import, SheetColumn } from './import.ts'

export type MarksWhence = NonNullable<Import['marks']>

type Props = {
  schoolId: string
  columns: readonly Pick<SheetColumn, 'meaning'>[]
  marks: MarksWhence
  onChange: (marks: MarksWhence) => void
}

/** Whence the marks of the table are, where its rows do not say so. What a column says is not asked. */
export function MarksOf({ schoolId, columns, marks, onChange }: Props) {
  const { t } = useTranslation()
  const has = (...meanings: SheetColumn['meaning'][]) => columns.some(({ meaning }) => meanings.includes(meaning))
  const { data: known = [] } = useRead(years.list, { schoolId }, { enabled: useMay(years.list) })
  const ofCourses = has('markOfCourse', 'wordOfCourse')
  const set = (change: Partial<MarksWhence>) => onChange({ ...marks, ...change })
  return (
    <section className="mb-6 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{t('imports.marksOf')}</h2>
      <p className="max-w-prose text-sm text-muted">{t('imports.marksOfHint')}</p>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {!has('markYear') && (
          <Said
            label={t('imports.meaning.markYear')}
            most={60}
            value={marks.yearName}
            offers={known.map(({ name }) => name)}
            onChange={(yearName) => set({ yearName })}
          />
        )}
        {!has('markTerm') && (
          <Said
            label={t('imports.termOrYear')}
            most={60}
            value={marks.termName}
            onChange={(termName) => set({ termName })}
          />
        )}
        {!has('markCourse') && !ofCourses && (
          <Said
            label={t('imports.courseOfMarks')}
            most={100}
            value={marks.courseName}
            onChange={(courseName) => set({ courseName })}
          />
        )}
        {(ofCourses || has('markCourse') || marks.courseName !== null) && (
          <NumberInput
            label={t('imports.fullMarkOfAll')}
            value={marks.fullMark}
            onChange={(fullMark) => set({ fullMark: fullMark || null })}
          />
        )}
      </div>
    </section>
  )
}

type SaidProps = {
  label: string
  value: string | null
  most: number
  offers?: readonly string[]
  onChange: (value: string | null) => void
}

function Said({ label, value, most, offers = [], onChange }: SaidProps) {
  const id = useId()
  return (
    <div>
      <label className="grid gap-1 text-sm">
        {label}
        <input
          value={value ?? ''}
          maxLength={most}
          dir="auto"
          list={offers.length > 0 ? id : undefined}
          onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
          className="min-h-11 w-full rounded-field border border-line bg-surface px-3"
        />
      </label>
      {offers.length > 0 && (
        <datalist id={id}>
          {offers.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </div>
  )
}

type OfColumn = { column: SheetColumn; name: string; onFullMark: (to: SheetColumn['fullMark']) => void }

/** The maximum of a column of marks, as its heading or a row of maxima says it, or as a person types it. */
export function MaximumOfColumn({ column: { fullMark }, name, onFullMark }: OfColumn) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 border-t border-line pt-3">
      <NumberInput
        label={t('imports.fullMarkOf', { column: name })}
        value={fullMark}
        onChange={(to) => onFullMark(to || null)}
      />
    </div>
  )
}
