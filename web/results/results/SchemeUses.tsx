import { useEffect, useState } from 'react'
import { courses } from '#contract/school/courses/courses.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { differingLines, isSame, type Kept, useTyped } from '#web/records/kept.ts'
import { useSaving } from '#web/records/saving.ts'
import { WhileKept } from '#web/records/WhileKept.tsx'
import { Unreadable, useReadable } from '#web/ui/amount-typed.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { useLineKeys } from './line-keys.ts'
import type { Scheme } from './scheme-draft.ts'
import { Choice, TickBox } from './SchemeFields.tsx'
import { keyOfUses, plainUse, type StoredUses, type Use } from './scheme-uses.ts'

type Props = {
  schoolId: string
  schemes: readonly Scheme[]
  /** Whether lines are typed that are not stored yet. */
  isTyped: boolean
  onTyped: (isTyped: boolean) => void
}

/** Which scheme applies in a term: for a grade, and for single courses of it. */
export function SchemeUses({ schoolId, schemes, isTyped, onTyped }: Props) {
  const { t } = useTranslation()
  const choices = useRead(results.choices, { schoolId })
  const [chosen, setChosen] = useState<string | null>(null)
  const termId = chosen ?? choices.data?.termId ?? null
  const { data } = useRead(resultSchemes.uses, { schoolId, termId: termId ?? '' }, { enabled: termId !== null })
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('results.uses.title')}</h2>
      {choices.data && !termId && <p className="text-muted">{t('results.noTerm')}</p>}
      {termId && choices.data && (
        <AskBeforeLosing isTyped={isTyped} go={setChosen}>
          {(choose) => (
            <Choice label={t('results.term')} items={itemsOf(choices.data.terms)} value={termId} onChange={choose} />
          )}
        </AskBeforeLosing>
      )}
      {data && (
        <WhileKept key={termId} stored={data} id={`uses ${termId}`}>
          {(kept) => <Editor key={`${keyOfUses(kept.began)} ${kept.draft.round}`} {...{ kept, schemes, onTyped }} />}
        </WhileKept>
      )}
    </section>
  )
}

type EditorProps = { kept: Kept<StoredUses> } & Pick<Props, 'schemes' | 'onTyped'>

function Editor({ kept, schemes, onTyped }: EditorProps) {
  const { t } = useTranslation()
  const { began: stored, newer, draft } = kept
  const { schoolId, termId } = stored
  const restored = draft.restored as Use[] | null
  const [uses, setUses] = useState<Use[]>(restored ?? stored.uses)
  const { keys, addKey, removeKey } = useLineKeys(uses.length)
  const ofSchool = useRead(grades.list, { schoolId }).data ?? []
  const taught = useRead(courses.list, { schoolId }).data ?? []
  const change = useChange(resultSchemes.saveUses)
  const { saving, save } = useSaving()
  const { isReadable, report } = useReadable()
  const put = (nth: number, change: Partial<Use>) => setUses(uses.with(nth, { ...uses[nth]!, ...change }))
  const isChanged = !isReadable || !isSame(uses.map(plainUse), stored.uses.map(plainUse))
  const store = (baseVersion: number) =>
    change({ schoolId, termId, uses: uses.map(plainUse), baseVersion }).then(() => kept.onTyped(false))
  const nameIn = (all: readonly { id: string; name: string }[], wanted: string) =>
    isolated(all.find(({ id }) => id === wanted)?.name ?? '')
  const inWords = ({ gradeId, courseId, schemeId, fullMark, passMark, closed }: Use) =>
    [
      nameIn(ofSchool, gradeId),
      courseId ? nameIn(taught, courseId) : t('results.uses.everyCourse'),
      nameIn(schemes, schemeId),
      `${passMark} / ${fullMark}`,
      ...(closed ? [t('results.uses.closed')] : []),
    ].join(' · ')
  useTyped(kept, isChanged, uses)
  useEffect(() => {
    onTyped(isChanged)
    return () => onTyped(false)
  }, [isChanged, onTyped])
  return (
    <Card className="space-y-4">
      <AskIfTyped isTyped={isChanged} />
      {restored && <Restored onDiscard={draft.discard} />}
      {newer && isReadable && (
        <TwoVersions
          differences={[{ label: t('results.uses.title'), ...differingLines(uses, newer.uses, inWords) }]}
          onMine={() => store(newer.version)}
          onTheirs={() => kept.onTyped(false)}
        />
      )}
      <Unreadable value={report}>
        <ul className="space-y-4">
          {uses.map((use, nth) => (
            <li key={keys[nth]}>
              <fieldset
                disabled={use.closed}
                className="grid grid-cols-2 items-end gap-3 border-b border-line pb-4 lg:grid-cols-4"
              >
                <legend className="sr-only">{t('results.uses.nth', { nth: nth + 1 })}</legend>
                <Choice
                  label={t('results.grade')}
                  items={itemsOf(ofSchool)}
                  value={use.gradeId}
                  onChange={(gradeId) => put(nth, { gradeId })}
                />
                <Choice
                  label={t('results.course')}
                  items={[{ value: '', label: t('results.uses.everyCourse') }, ...itemsOf(taught)]}
                  value={use.courseId ?? ''}
                  onChange={(courseId) => put(nth, { courseId: courseId || null })}
                />
                <Choice
                  label={t('results.uses.scheme')}
                  items={itemsOf(schemes)}
                  value={use.schemeId}
                  onChange={(schemeId) => put(nth, { schemeId })}
                />
                <NumberInput
                  label={t('results.uses.full')}
                  value={use.fullMark}
                  onChange={(fullMark) => put(nth, { fullMark: fullMark ?? 0 })}
                />
                <NumberInput
                  label={t('results.uses.pass')}
                  value={use.passMark}
                  onChange={(passMark) => put(nth, { passMark: passMark ?? 0 })}
                />
                <TickBox
                  label={t('results.uses.inTotal')}
                  value={use.inTotal}
                  onChange={(inTotal) => put(nth, { inTotal })}
                />
                {use.closed ? (
                  <span className="text-sm text-muted">{t('results.uses.closed')}</span>
                ) : (
                  <IconButton
                    label={t('results.uses.remove', { nth: nth + 1 })}
                    onClick={() => {
                      removeKey(nth)
                      setUses(uses.toSpliced(nth, 1))
                    }}
                  >
                    <Trash2 className="size-5" aria-hidden="true" />
                  </IconButton>
                )}
              </fieldset>
            </li>
          ))}
        </ul>
      </Unreadable>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Plus className="size-5" aria-hidden="true" />}
          disabled={ofSchool.length === 0}
          onClick={() => {
            addKey()
            setUses([...uses, newUse(uses, ofSchool, schemes)])
          }}
        >
          {t('results.uses.add')}
        </Button>
        <Button
          tone="primary"
          disabled={!isChanged || !isReadable || saving || newer !== null}
          onClick={() => save(() => store(stored.version))}
        >
          {t('common.save')}
        </Button>
      </div>
    </Card>
  )
}

/** The next grade that has no line yet. */
const newUse = (uses: readonly Use[], all: readonly { id: string }[], schemes: readonly Scheme[]): Use => ({
  gradeId: (all.find(({ id }) => uses.every(({ gradeId }) => gradeId !== id)) ?? all[0]!).id,
  courseId: null,
  schemeId: schemes[0]!.id,
  fullMark: 100,
  passMark: 50,
  inTotal: true,
  closed: false,
})
