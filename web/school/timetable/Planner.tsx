import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clashRulesOf, type Rules } from '#contract/school/timetable/clashes.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { KeyHints } from '#web/ui/KeyHints.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { GroupsDialog } from './GroupsDialog.tsx'
import { LessonDialog } from './LessonDialog.tsx'
import { useMoves } from './moving.ts'
import { planKeys } from './plan-keys.ts'
import { lessonsAt, type LessonPlanned, nameAmong, numbersOf, type Slot, targetOf, type WeekDraft } from './planning.ts'
import { type PlanSubject, planCell, PlanPlace } from './PlanPlace.tsx'
import { daysInOrder, useWeekdayName } from './weekday-name.ts'
import './week.css'

const kinds = ['class', 'teacher', 'room'] as const

/** The week of a class, teacher or room in a draft, whose lessons are moved by dragging, by pressing or with keys. */
export function Planner({ draft, isDraft }: { draft: WeekDraft; isDraft: boolean }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<PlanSubject>('class')
  const [ids, setIds] = useState<Partial<Record<PlanSubject, string>>>({})
  const [chosenId, choose] = useState<string | null>(null)
  const [edited, setEdited] = useState<{ lesson: LessonPlanned | null; slot: Slot } | null>(null)
  const move = useMoves(draft)
  const rules = useMemo(() => clashRulesOf(draft), [draft])
  const choices = { class: draft.classes, teacher: draft.teachers, room: draft.rooms }[kind]
  const id = ids[kind] ?? choices[0]?.id ?? ''
  const chosen = draft.lessons.find((one) => one.id === chosenId)
  const own = draft.lessons.filter((lesson) => isOf(lesson, kind, id))
  const focusAt = useFocusOnMoved()

  function put(slot: Slot) {
    if (!chosen) return
    const target = targetOf(chosen, slot, draft.lessons, rules)
    if (target.is === 'taken' || target.is === 'beyond') return
    choose(null)
    focusAt({ lessonId: chosen.id, ...slot })
    if (target.is === 'here') return
    const moves = [{ lessonId: chosen.id, ...slot }]
    if (target.is === 'swap') moves.push({ lessonId: target.with.id, weekday: chosen.weekday, number: chosen.number })
    move(moves)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={t('timetable.of')}
          items={kinds.map((value) => ({ value, label: t(`timetable.kinds.${value}`) }))}
          value={kind}
          onChange={(to) => {
            choose(null)
            setKind(to)
          }}
        />
        <Dropdown
          label={t(`timetable.kinds.${kind}`)}
          items={choices.map((one) => ({ value: one.id, label: one.name }))}
          value={id}
          onChange={(to) => setIds({ ...ids, [kind]: to })}
        />
        {kind === 'class' && <GroupsOf classRoomId={id} />}
      </div>
      {isDraft && <HowToPlan isChosen={chosen !== undefined} onLetGo={() => choose(null)} />}
      <PlanTable
        draft={draft}
        own={own}
        kind={kind}
        chosen={chosen}
        rules={rules}
        isDraft={isDraft}
        label={nameAmong(choices, id)}
        onChoose={choose}
        onPut={put}
        onEdit={(lesson, slot) => setEdited({ lesson, slot })}
      />
      {edited && (
        <LessonDialog
          draft={draft}
          classId={kind === 'class' ? id : edited.lesson!.classes[0]!.classRoomId}
          slot={edited.slot}
          lesson={edited.lesson}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function GroupsOf({ classRoomId }: { classRoomId: string }) {
  const { t } = useTranslation()
  const [dividing, setDividing] = useState(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setDividing(true)}>
        {t('timetable.groups')}
      </Button>
      {dividing && <GroupsDialog classRoomId={classRoomId} onClose={() => setDividing(false)} />}
    </>
  )
}

function HowToPlan({ isChosen, onLetGo }: { isChosen: boolean; onLetGo: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <p className="text-sm text-muted" role="status">
        {t(isChosen ? 'timetable.chooseTarget' : 'timetable.howToPlan')}
      </p>
      {isChosen && (
        <Button tone="quiet" onClick={onLetGo}>
          {t('common.cancel')}
        </Button>
      )}
      <KeyHints
        keys={[
          { key: t('timetable.keys.arrows'), words: t('timetable.keys.go') },
          { key: 'Ctrl X', words: t('timetable.keys.cut') },
          { key: 'Ctrl V', words: t('timetable.keys.paste') },
        ]}
      />
    </div>
  )
}

type Moved = Slot & { lessonId: string }

/** Where a lesson was moved to; it gets the focus as soon as it stands there, so that keys go on from it. */
function useFocusOnMoved() {
  const moved = useRef<Moved | null>(null)
  useLayoutEffect(() => {
    if (!moved.current) return
    const { lessonId, weekday, number } = moved.current
    const place = `[data-weekday="${weekday}"][data-number="${number}"]`
    const lesson = document.querySelector<HTMLElement>(`${place} [data-lesson="${lessonId}"]`)
    if (!lesson) return
    lesson.focus()
    moved.current = null
  })
  return (to: Moved) => void (moved.current = to)
}

function isOf({ classes, teacherIds, roomIds }: LessonPlanned, kind: PlanSubject, id: string) {
  if (kind === 'class') return classes.some(({ classRoomId }) => classRoomId === id)
  return (kind === 'teacher' ? teacherIds : roomIds).includes(id)
}

type TableProps = {
  draft: WeekDraft
  /** The lessons that are shown. */
  own: LessonPlanned[]
  kind: PlanSubject
  chosen: LessonPlanned | undefined
  rules: Rules
  isDraft: boolean
  label: string
  onChoose: (id: string | null) => void
  onPut: (slot: Slot) => void
  onEdit: (lesson: LessonPlanned | null, slot: Slot) => void
}

function PlanTable({ draft, own, kind, chosen, rules, isDraft, label, onChoose, onPut, onEdit }: TableProps) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  const days = daysInOrder(draft.openWeekdays)
  const keys = planKeys({
    onLetGo: () => onChoose(null),
    onCut: (id) => isDraft && !own.find((one) => one.id === id)?.fixed && onChoose(id),
    onPaste: ({ dataset: { weekday: day, number } }) => day && onPut({ weekday: day, number: Number(number) }),
  })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that move the lesson that has the focus */}
      <table className="week-plan w-full border-collapse bg-surface text-start text-sm" onKeyDown={keys}>
        <caption className="sr-only">{label}</caption>
        <thead className="max-md:hidden">
          <tr>
            <th scope="col" className={planCell}>
              {t('timetable.lesson')}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className={planCell}>
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbersOf(draft).map((number) => (
            <tr key={number}>
              <th scope="row" className={planCell}>
                <Digits>{number}</Digits>
              </th>
              {days.map((day) => {
                const slot = { weekday: day, number }
                return (
                  <PlanPlace
                    key={day}
                    draft={draft}
                    slot={slot}
                    of={kind}
                    label={`${weekday(day)} ${number}`}
                    lessons={lessonsAt(own, slot)}
                    chosen={chosen}
                    target={chosen ? targetOf(chosen, slot, draft.lessons, rules) : null}
                    {...(isDraft && {
                      onChoose,
                      onPut: () => onPut(slot),
                      ...(kind === 'class' && { onAdd: () => onEdit(null, slot) }),
                      onEdit: (lesson: LessonPlanned) => onEdit(lesson, slot),
                    })}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
