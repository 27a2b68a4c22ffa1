import { Plus, Trash } from 'lucide-react'
import { useState } from 'react'
import { promotions } from '#contract/promotion/promotions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { toast } from '#web/ui/toast.ts'
import { StepEnd, Tick } from './parts.tsx'
import type { Promotion } from './promotion.ts'

type NewClass = Omit<Promotion['newClasses'][number], 'id'> & { id?: string; key: string }
type Props = { draft: Promotion; onNext: () => Promise<void> }

const nothing = 'none'

/** Which grade follows which, the classes of the next year, and what else of the old one is copied. */
export function StructureStep({ draft, onNext }: Props) {
  const { t } = useTranslation()
  const setOptions = useChange(promotions.setOptions)
  const [next, setNext] = useState(new Map(draft.grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId])))
  const [classes, setClasses] = useState<NewClass[]>(draft.newClasses.map((one) => ({ ...one, key: one.id })))
  const [copies, setCopies] = useState(draft)
  const [sending, setSending] = useState(false)
  const ticks = ['copiesTeachers', 'copiesMonths', 'copiesTerms', 'copiesCalendar'] as const

  const change = (key: string, changes: Partial<NewClass>) =>
    setClasses(classes.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  async function save() {
    setSending(true)
    try {
      const { copiesTeachers, copiesMonths, copiesTerms, copiesCalendar } = copies
      await setOptions({
        promotionId: draft.id,
        copiesTeachers,
        copiesMonths,
        copiesTerms,
        copiesCalendar,
        ...(draft.grades.length > 0 && {
          grades: draft.grades.map(({ gradeId }) => ({ gradeId, nextGradeId: next.get(gradeId) ?? null })),
        }),
        newClasses: classes.map(({ key: _, ...one }) => one),
      })
      await onNext()
    } catch (problem) {
      toast({ title: sentenceFrom(problem), tone: 'danger' })
      setSending(false)
    }
  }

  return (
    <>
      <section aria-labelledby="grades-follow">
        <h2 id="grades-follow" className="mb-3 text-lg">
          {t('promotion.grades')}
        </h2>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {draft.grades.map(({ gradeId, gradeName, students }) => (
            <li key={gradeId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0">
                <Bdi>{gradeName}</Bdi>{' '}
                <span className="text-sm text-muted">{t('promotion.students', { count: students })}</span>
              </span>
              <Dropdown
                label={t('promotion.nextOf', { grade: isolated(gradeName) })}
                items={[
                  { value: nothing, label: t('promotion.lastGrade') },
                  ...draft.grades
                    .filter((other) => other.gradeId !== gradeId)
                    .map((other) => ({ value: other.gradeId, label: other.gradeName })),
                ]}
                value={next.get(gradeId) ?? nothing}
                onChange={(value) => setNext(new Map(next).set(gradeId, value === nothing ? null : value))}
              />
            </li>
          ))}
        </ul>
      </section>
      <NewClasses draft={draft} classes={classes} onChange={change} onAll={setClasses} />
      <fieldset className="mt-6">
        <legend className="mb-1 text-lg font-semibold">{t('promotion.copied')}</legend>
        {ticks.map((name) => (
          <Tick
            key={name}
            label={t(`promotion.${name}`)}
            checked={copies[name]}
            onChange={(checked) => setCopies({ ...copies, [name]: checked })}
          />
        ))}
      </fieldset>
      <StepEnd text={t('promotion.newClasses', { count: classes.length })}>
        <Button tone="primary" disabled={sending} onClick={() => void save()} className="max-md:w-full">
          {t('promotion.next')}
        </Button>
      </StepEnd>
    </>
  )
}

type ClassesProps = {
  draft: Promotion
  classes: NewClass[]
  onChange: (key: string, changes: Partial<NewClass>) => void
  onAll: (classes: NewClass[]) => void
}

function NewClasses({ draft, classes, onChange, onAll }: ClassesProps) {
  const { t } = useTranslation()
  const sources = new Map(draft.fromClasses.map((one) => [one.id, one]))
  const field = 'min-h-11 rounded-field border border-line bg-surface px-3 py-1'
  const split = (one: NewClass) => {
    const at = classes.indexOf(one) + 1
    const again = { ...one, key: `${one.key}+${classes.length}`, name: `${one.name} 2` }
    const { id: _, ...fresh } = again
    onAll([...classes.slice(0, at), fresh, ...classes.slice(at)])
  }
  return (
    <section aria-labelledby="new-classes" className="mt-6">
      <h2 id="new-classes" className="text-lg">
        {t('promotion.classes')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('promotion.classesMean')}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {classes.map((one) => {
          const source = sources.get(one.fromClassId)
          return (
            <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <input
                dir="auto"
                aria-label={t('promotion.className')}
                value={one.name}
                maxLength={100}
                onChange={({ target }) => onChange(one.key, { name: target.value })}
                className={`${field} min-w-0 flex-1 basis-40`}
              />
              <span className="text-sm text-muted">
                <Bdi>{source?.gradeName ?? ''}</Bdi>
              </span>
              <label className="flex items-center gap-2 text-sm">
                {t('promotion.capacity')}
                <input
                  type="number"
                  dir="ltr"
                  min={1}
                  max={500}
                  value={one.maxOfStudents}
                  onChange={({ target }) => onChange(one.key, { maxOfStudents: Number(target.value) })}
                  className={`${field} w-20 tabular-nums`}
                />
              </label>
              {source?.supervisorName && (
                <Tick
                  label={isolated(source.supervisorName)}
                  checked={one.keepsSupervisor}
                  onChange={(keepsSupervisor) => onChange(one.key, { keepsSupervisor })}
                />
              )}
              <span className="ms-auto flex">
                <IconButton label={t('promotion.split', { name: one.name })} onClick={() => split(one)}>
                  <Plus className="size-5" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('promotion.drop', { name: one.name })}
                  onClick={() => onAll(classes.filter((other) => other !== one))}
                >
                  <Trash className="size-5" aria-hidden="true" />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
