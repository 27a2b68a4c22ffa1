import { Plus, Trash } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { wholeTyped } from '#web/lib/text.ts'
import { languageName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { cx } from '#web/ui/cx.ts'
import { Tick } from '#web/ui/Tick.tsx'
import type { Promotion } from './promotion.ts'

export type ClassToMake = Omit<Promotion['newClasses'][number], 'id'> & { id?: string; key: string }

type Props = {
  draft: Promotion
  classes: ClassToMake[]
  /** The refusals of classes, translated, by position. */
  wrong: Map<number, string>
  onChange: (classes: ClassToMake[]) => void
}

/** The classes to be created for the next year, by grade. They can be renamed, resized, merged or split. */
export function ClassesToMake({ draft, classes, wrong, onChange }: Props) {
  const { t } = useTranslation()
  const sources = new Map(draft.fromClasses.map((one) => [one.id, one]))
  const severalLanguages = new Set(draft.fromClasses.map((one) => one.languageName)).size > 1
  const split = ({ id: _, ...one }: ClassToMake, at: number) =>
    onChange(classes.toSpliced(at + 1, 0, { ...one, key: `${one.key}+${classes.length}`, name: `${one.name} 2` }))
  return (
    <section aria-labelledby="new-classes" className="mt-6">
      <h2 id="new-classes" className="text-lg">
        {t('promotion.classes')}
      </h2>
      <p className="text-sm text-muted">{t('promotion.classesMean')}</p>
      {draft.grades.map(({ gradeId, gradeName }) => {
        const ofGrade = classes.filter(({ fromClassId }) => sources.get(fromClassId)?.gradeId === gradeId)
        if (ofGrade.length === 0) return null
        return (
          <section key={gradeId} className="mt-4">
            <h3 className="mb-2">
              <CourseTag name={gradeName} />
            </h3>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {ofGrade.map((one) => {
                const source = sources.get(one.fromClassId)!
                return (
                  <Line
                    key={one.key}
                    one={one}
                    wrong={wrong.get(classes.indexOf(one))}
                    language={severalLanguages ? languageName(t, source.languageName) : null}
                    supervisorName={source.supervisorName}
                    onChange={(changes) =>
                      onChange(classes.map((other) => (other === one ? { ...one, ...changes } : other)))
                    }
                    onSplit={() => split(one, classes.indexOf(one))}
                    onDrop={() => onChange(classes.filter((other) => other !== one))}
                  />
                )
              })}
            </ul>
          </section>
        )
      })}
    </section>
  )
}

type LineProps = {
  one: ClassToMake
  wrong: string | undefined
  language: string | null
  supervisorName: string | null
  onChange: (changes: Partial<ClassToMake>) => void
  onSplit: () => void
  onDrop: () => void
}

const field = 'min-h-11 rounded-field border bg-surface px-3 py-1'

function Line({ one, wrong, language, supervisorName, onChange, onSplit, onDrop }: LineProps) {
  const { t } = useTranslation()
  const id = useId()
  const { name, maxOfStudents, keepsSupervisor } = one
  return (
    <li className="grid grid-flow-dense grid-cols-2 items-center gap-x-4 gap-y-1 px-4 py-2 lg:grid-cols-4">
      <input
        dir="auto"
        aria-label={t('promotion.className')}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && id}
        value={name}
        maxLength={100}
        onChange={({ target }) => onChange({ name: target.value })}
        className={cx(field, 'col-span-2 w-full lg:col-span-1', wrong ? 'border-danger' : 'border-line')}
      />
      <label className="flex items-center gap-2 text-sm">
        {t('promotion.capacity')}
        <input
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
          value={maxOfStudents}
          onChange={({ target }) => onChange({ maxOfStudents: wholeTyped(target.value) })}
          className={cx(field, 'w-20 border-line tabular-nums')}
        />
      </label>
      <div className="col-span-2 text-sm lg:col-span-1">
        {supervisorName && (
          <Tick
            label={t('promotion.keepsSupervisor', { name: isolated(supervisorName) })}
            checked={keepsSupervisor}
            onChange={(checked) => onChange({ keepsSupervisor: checked })}
          />
        )}
        {language && <p className="text-muted">{language}</p>}
      </div>
      <div className="flex justify-end">
        <IconButton label={t('promotion.split', { name: isolated(name) })} onClick={onSplit}>
          <Plus className="size-5" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('promotion.drop', { name: isolated(name) })} onClick={onDrop}>
          <Trash className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      {wrong && (
        <p id={id} className="col-span-2 text-sm text-danger">
          {wrong}
        </p>
      )}
    </li>
  )
}
