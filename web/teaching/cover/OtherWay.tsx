import { useId, useState } from 'react'
import { coverWays } from '#contract/teaching/cover/cover-shapes.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import type { useAssigning } from './assigning.ts'
import { becauseOf, type DayOfCovers, type LessonOfDay, placeOf, type Proposals, type Proposed } from './cover-words.ts'

type Props = {
  plan: Proposals
  /** The teachers of the school, of whom one can watch a class that studies by itself. */
  teachers: DayOfCovers['teachers']
  proposed: Proposed
  lesson: LessonOfDay
  onGive: ReturnType<typeof useAssigning>['give']
  onClose: () => void
}

/** From this place in the order on, whoever chooses says why. */
const reasonFrom = 2

const shownFirst = 4

/** The others who could take a lesson, in the order of the rule, and the other ways. */
export function OtherWay({ plan, teachers, proposed, lesson, onGive, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [all, setAll] = useState(false)
  const { lessonId, candidates } = proposed
  const draft = useEditorDraft<string>(`reason ${lessonId}`)
  const [reason, setReason] = useState(draft.restored ?? '')
  useKeeping(draft, reason || null)
  useDiscarding(draft, () => setReason(''))
  const names = new Map(plan.teachers.map((one) => [one.teacherId, one]))
  const give = async (chosen: Chosen) => {
    const given = { lessonId, ...chosen, ...(reason.trim() && { reason: reason.trim() }) }
    if (!(await onGive(plan, [given]))) return
    draft.drop()
    onClose()
  }
  const needsReason = (nth: number) => nth >= reasonFrom && reason.trim().length < 3
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${placeOf(lesson)} · ${isolated(lesson.classNames.join(' · '))}`}
      description={t('cover.otherwiseMeans')}
    >
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('cover.reason')}
      </label>
      <input
        id={id}
        value={reason}
        maxLength={200}
        onChange={({ target }) => setReason(target.value)}
        className="mb-4 min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
      />
      <ol className="divide-y divide-line">
        {candidates.slice(0, all ? undefined : shownFirst).map((one, nth) => (
          <li key={one.teacherId} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-medium">
                <Bdi>{names.get(one.teacherId)?.teacherName}</Bdi>
              </span>
              <span className="block text-sm text-muted">
                {becauseOf(t, one, names.get(one.teacherId)?.fullLoad ?? 0)}
              </span>
            </span>
            <Button
              disabled={needsReason(nth)}
              aria-label={`${t('cover.take')}: ${names.get(one.teacherId)?.teacherName}`}
              onClick={() => void give({ way: 'cover', teacherId: one.teacherId })}
            >
              {t('cover.take')}
            </Button>
          </li>
        ))}
      </ol>
      {!all && candidates.length > shownFirst && (
        <Button tone="quiet" onClick={() => setAll(true)}>
          {t('cover.more', { count: candidates.length - shownFirst })}
        </Button>
      )}
      <OtherWays proposed={proposed} teachers={teachers.filter((one) => one.id !== lesson.absentId)} onGive={give} />
    </Dialog>
  )
}

type Chosen = { way: Proposed['way']; teacherId: string | null }
type WaysProps = {
  proposed: Proposed
  teachers: DayOfCovers['teachers']
  onGive: (chosen: Chosen) => Promise<void>
}

/** What can be done where nobody takes the lesson. A class that studies by itself can have somebody who watches it. */
function OtherWays({ proposed, teachers, onGive }: WaysProps) {
  const { t } = useTranslation()
  const [watching, setWatching] = useState<string | null>(null)
  return (
    <>
      <p className="mt-4 mb-2 font-medium">{t('cover.otherWays')}</p>
      <div className="flex flex-wrap gap-3">
        {coverWays
          .filter((way) => (way === 'merge' && proposed.mergeId) || (way === 'moved' && proposed.endsEarly))
          .map((way) => (
            <Button
              key={way}
              onClick={() => void onGive({ way, teacherId: way === 'merge' ? proposed.mergeId : null })}
            >
              {t(`cover.way.${way}`)}
            </Button>
          ))}
        <Button onClick={() => void onGive({ way: 'study', teacherId: watching })}>{t('cover.way.study')}</Button>
        <Dropdown
          label={t('cover.whoWatches')}
          placeholder={t('cover.whoWatches')}
          items={teachers.map((one) => ({ value: one.id, label: one.name }))}
          value={watching}
          onChange={setWatching}
        />
      </div>
    </>
  )
}
