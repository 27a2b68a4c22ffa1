import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { refusedFields } from '#web/lib/refusal.ts'
import { currentOf } from '#web/records/change.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { Restored } from '#web/ui/Restored.tsx'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { hush, toastRefusal } from '#web/ui/toast.ts'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { type ClassToMake, ClassesToMake } from './ClassesToMake.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { Promotion } from './promotion.ts'
import { copied, differencesOf, mergedStructure, type Structure, structureOf, ticksOf } from './structure.ts'

type Props = {
  draft: Promotion
  /** Stores the structure, based on a version of the draft, and continues. Throws if it is refused. */
  onNext: (structure: Structure, baseVersion: number) => Promise<void>
  onTyped: (isTyped: boolean) => void
}

const nothing = 'none'

/** As it is kept when the page is left. `base`: the draft with which typing began. */
type Typed = {
  base: Promotion
  next: [string, string | null][]
  classes: ClassToMake[]
  copies: ReturnType<typeof ticksOf>
}

/** Which grade follows which, the classes of the next year, and what else is copied from the old one. */
export function StructureStep({ draft, onNext, onTyped }: Props) {
  const { t } = useTranslation()
  const kept = useEditorDraft<Typed>(`structure ${draft.id}`)
  const { restored } = kept
  const [base, setBase] = useState(restored?.base ?? draft)
  const [next, setNext] = useState(restored ? new Map(restored.next) : followingIn(draft))
  const [classes, setClasses] = useState(restored?.classes ?? keyed(draft))
  const [copies, setCopies] = useState(restored?.copies ?? ticksOf(draft))
  const [isTyped, setTyped] = useState(restored !== null)
  useEffect(() => onTyped(isTyped), [isTyped, onTyped])
  useKeeping(kept, isTyped ? { base, next: [...next], classes, copies } : null)
  const discard = useDiscarding(kept, () => takeTheirs(draft))
  const [sending, setSending] = useState(false)
  const [wrong, setWrong] = useState(new Map<number, string>())
  useEffect(() => {
    // The refused field may be far from the button that was pressed.
    if (wrong.size > 0) document.querySelector<HTMLElement>('#main [aria-invalid=true]')?.focus()
  }, [wrong])
  const [conflict, setConflict] = useState<{ mine: Structure; theirs: Promotion } | null>(null)

  function change<T>(set: (value: T) => void, value: T) {
    set(value)
    setTyped(true)
  }

  async function send(mine: Structure, from: Promotion): Promise<void> {
    setConflict(null)
    setWrong(new Map())
    hush()
    try {
      await onNext(mine, from.version)
      kept.drop()
    } catch (problem) {
      const theirs = currentOf(promotions.setOptions, problem)
      if (!theirs) {
        setWrong(new Map(refusedFields(problem).flatMap(([field, sentence]) => ofClass(field, sentence))))
        throw problem
      }
      const { both, settled } = mergedStructure(structureOf(from), mine, structureOf(theirs))
      if (settled) return send(both, theirs)
      setConflict({ mine: both, theirs })
    }
  }

  const typed = (): Structure => {
    const grades = base.grades.map(({ gradeId }) => ({ gradeId, nextGradeId: next.get(gradeId) ?? null }))
    const newClasses = classes.map(({ key: _, ...one }) => one)
    return { ...structureOf(base), ...copies, grades, newClasses }
  }

  /** It uses what is typed now, which may be more than what was compared. */
  const keepMine = (theirs: Promotion) =>
    send(mergedStructure(structureOf(base), typed(), structureOf(theirs)).both, theirs)

  async function save() {
    setSending(true)
    try {
      await send(typed(), base)
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setSending(false)
    }
  }

  function takeTheirs(theirs: Promotion) {
    setBase(theirs)
    setNext(followingIn(theirs))
    setClasses(keyed(theirs))
    setCopies(ticksOf(theirs))
    setConflict(null)
    setTyped(false)
  }

  return (
    <>
      {restored && (
        <div className="mb-5">
          <Restored onDiscard={discard} />
        </div>
      )}
      {conflict && (
        <TwoVersions
          differences={differencesOf(t, conflict.theirs, conflict.mine, structureOf(conflict.theirs))}
          onMine={() => keepMine(conflict.theirs)}
          onTheirs={() => takeTheirs(conflict.theirs)}
        />
      )}
      <section aria-labelledby="grades-follow">
        <h2 id="grades-follow" className="mb-3 text-lg">
          {t('promotion.grades')}
        </h2>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {base.grades.map(({ gradeId, gradeName, students }) => (
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
                  ...base.grades
                    .filter((other) => other.gradeId !== gradeId)
                    .map((other) => ({ value: other.gradeId, label: other.gradeName })),
                ]}
                value={next.get(gradeId) ?? nothing}
                onChange={(value) => change(setNext, new Map(next).set(gradeId, value === nothing ? null : value))}
              />
            </li>
          ))}
        </ul>
      </section>
      <ClassesToMake draft={base} classes={classes} wrong={wrong} onChange={(list) => change(setClasses, list)} />
      <fieldset className="mt-6">
        <legend className="mb-1 text-lg font-semibold">{t('promotion.copied')}</legend>
        {copied.map((name) => (
          <Tick
            key={name}
            label={t(`promotion.${name}`)}
            checked={copies[name]}
            onChange={(checked) => change(setCopies, { ...copies, [name]: checked })}
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

const followingIn = ({ grades }: Promotion) => new Map(grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId]))

const keyed = ({ newClasses }: Promotion): ClassToMake[] => newClasses.map((one) => ({ ...one, key: one.id }))

/** A refused field of a class to be created, by the position of the class. */
function ofClass(field: string, sentence: string): [number, string][] {
  const nth = /^newClasses\[(\d+)\]/.exec(field)?.[1]
  return nth === undefined ? [] : [[Number(nth), translated(sentence)]]
}
