import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { promotions } from '#contract/promotion/promotions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { toast } from '#web/ui/toast.ts'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { type ClassToMake, ClassesToMake } from './ClassesToMake.tsx'
import { Tick } from './Tick.tsx'
import type { Promotion } from './promotion.ts'

type Props = { draft: Promotion; onNext: () => Promise<void> }

const nothing = 'none'

/** Which grade follows which, the classes of the next year, and what else of the old one is copied. */
export function StructureStep({ draft, onNext }: Props) {
  const { t } = useTranslation()
  const setOptions = useChange(promotions.setOptions)
  const [next, setNext] = useState(new Map(draft.grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId])))
  const [classes, setClasses] = useState<ClassToMake[]>(draft.newClasses.map((one) => ({ ...one, key: one.id })))
  const [copies, setCopies] = useState(draft)
  const [sending, setSending] = useState(false)
  const ticks = ['copiesTeachers', 'copiesMonths', 'copiesTerms', 'copiesCalendar'] as const

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
            <li key={gradeId} className="grid items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-2">
              <span className="flex min-w-0 items-center justify-between gap-3">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <Bdi>{gradeName}</Bdi>{' '}
                  <span className="text-sm text-muted">{t('promotion.students', { count: students })}</span>
                </span>
                <ArrowRight className="mirror-rtl size-4 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
              </span>
              <Dropdown
                wide
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
      <ClassesToMake draft={draft} classes={classes} onChange={setClasses} />
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
