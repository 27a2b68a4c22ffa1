import { useEffect, useState } from 'react'
import { courses } from '#contract/school/courses/courses.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { differingLines, isSame, type UnsavedEdit, useTyped } from '#web/records/unsaved-edit.ts'
import { useSaving } from '#web/records/saving.ts'
import { WithUnsavedEdit } from '#web/records/WithUnsavedEdit.tsx'
import { Unreadable, useReadable } from '#web/ui/amount-typed.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { AppliedSchemes } from './AppliedSchemes.tsx'
import { useLineKeys } from './line-keys.ts'
import type { Grade } from './plan.ts'
import type { Scheme } from './scheme-draft.ts'
import { Choice, TickBox } from './SchemeFields.tsx'
import { keyOfUses, plainUse, type StoredUses, type Use } from './scheme-uses.ts'

type Props = {
  schoolId: string
  termId: string
  grade: Grade
  schemes: readonly Scheme[]
  onTyped: (isTyped: boolean) => void
}

/** Which scheme makes the marks of a grade in a term: in words for each course, and as lines that can be changed. */
export function SchemeUses({ schoolId, termId, grade, schemes, onTyped }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(resultSchemes.uses, { schoolId, termId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  return (
    <>
      <AppliedSchemes uses={data.uses} schemes={schemes} grade={grade} />
      <section className="space-y-3">
        <h2 className="text-lg">{t('results.uses.title')}</h2>
        <WithUnsavedEdit stored={data} id={`uses ${termId} ${grade.id}`}>
          {(kept) => (
            <Editor
              key={`${keyOfUses(kept.began)} ${kept.draft.round}`}
              {...{ kept, schemes, onTyped }}
              gradeId={grade.id}
            />
          )}
        </WithUnsavedEdit>
      </section>
    </>
  )
}

type EditorProps = { kept: UnsavedEdit<StoredUses>; gradeId: string } & Pick<Props, 'schemes' | 'onTyped'>

/** The lines of one grade. All lines of the term are stored together, so those of other grades stay as they are. */
function Editor({ kept, gradeId, schemes, onTyped }: EditorProps) {
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
  const ofGrade = uses.flatMap((use, nth) => (use.gradeId === gradeId ? [nth] : []))
  const isClosed = stored.uses.some((use) => use.gradeId === gradeId && use.closed)
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
          {ofGrade
            .map((nth, line) => ({ nth, line, use: uses[nth]! }))
            .map(({ nth, line, use }) => (
              <li key={keys[nth]}>
                <fieldset
                  disabled={use.closed}
                  className="grid grid-cols-2 items-end gap-3 border-b border-line pb-4 lg:grid-cols-4"
                >
                  <legend className="sr-only">{t('results.uses.nth', { nth: line + 1 })}</legend>
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
                      label={t('results.uses.remove', { nth: line + 1 })}
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
          disabled={isClosed}
          onClick={() => {
            addKey()
            setUses([...uses, newUse(uses, gradeId, taught, schemes)])
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

/** A line of the grade: for every course at first, then for the next course without one. */
const newUse = (
  uses: readonly Use[],
  gradeId: string,
  taught: readonly { id: string }[],
  schemes: readonly Scheme[],
): Use => {
  const own = uses.filter((use) => use.gradeId === gradeId)
  const isNew = (id: string | null) => own.every(({ courseId }) => courseId !== id)
  return {
    gradeId,
    courseId: isNew(null) ? null : (taught.find(({ id }) => isNew(id))?.id ?? null),
    schemeId: schemes[0]!.id,
    fullMark: 100,
    passMark: 50,
    inTotal: true,
    closed: false,
  }
}
