import { Pin, Plus } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lacksTeacher, type LessonPlanned, nameAmong, type Slot, type Target, type WeekDraft } from './planning.ts'

export const planCell = 'border border-line px-2 py-1 text-start align-top'

export type PlanSubject = 'class' | 'teacher' | 'room'

type PlaceProps = {
  draft: WeekDraft
  slot: Slot
  /** Of what the whole plan is, which a lesson does not say again. */
  of: PlanSubject
  label: string
  lessons: LessonPlanned[]
  chosen: LessonPlanned | undefined
  target: Target | null
  onChoose?: (id: string | null) => void
  onPut?: () => void
  onAdd?: () => void
  onEdit?: (lesson: LessonPlanned) => void
}

/** One place of the week: its lessons, or where the chosen lesson can go, with the reason where it cannot. */
export function PlanPlace({ draft, slot, of, label, lessons, chosen, target, ...on }: PlaceProps) {
  const { t } = useTranslation()
  const { onChoose, onPut, onAdd, onEdit } = on
  const opens = target !== null && (target.is === 'free' || target.is === 'swap')
  return (
    <td
      data-weekday={slot.weekday}
      data-number={slot.number}
      className={cx(planCell, target && (opens ? 'bg-ok-soft' : target.is !== 'here' && 'bg-danger-soft'))}
      onDragOver={(event) => opens && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onPut?.()
      }}
    >
      <span className="text-muted md:sr-only">{label}</span>
      {lessons.map((lesson) => (
        <LessonButton
          key={lesson.id}
          draft={draft}
          lesson={lesson}
          of={of}
          isChosen={lesson.id === chosen?.id}
          onChoose={onChoose}
          onEdit={onEdit}
        />
      ))}
      {target && opens && (
        <Button className="w-full" onClick={onPut} aria-label={`${t(`timetable.${target.is}`)}: ${label}`}>
          {t(`timetable.${target.is}`)}
          {target.is === 'swap' && !lessons.includes(target.with) && (
            <span className="block font-normal text-muted">
              <Bdi>{placeOf(draft, target.with)}</Bdi>
            </span>
          )}
        </Button>
      )}
      {target && !opens && target.is !== 'here' && <p className="text-danger">{reasonOf(t, draft, target)}</p>}
      {!target && onAdd && lessons.length === 0 && (
        <IconButton label={`${t('timetable.add')}: ${label}`} onClick={onAdd}>
          <Plus className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </td>
  )
}

/** What stands at a place that is not of the plan that is shown. */
const placeOf = (draft: WeekDraft, { courseId, classes }: LessonPlanned) =>
  [nameAmong(draft.courses, courseId), ...classes.map(({ classRoomId }) => nameAmong(draft.classes, classRoomId))].join(
    ' · ',
  )

/** Why the chosen lesson cannot go somewhere, in the words of the server's refusal. */
function reasonOf(t: ReturnType<typeof useTranslation>['t'], draft: WeekDraft, target: Target) {
  if (target.is !== 'taken') return t('timetable.beyond')
  const { kind, id, by } = target.clash
  const named = (list: readonly { id: string; name: string }[], one: string) => isolated(nameAmong(list, one))
  const where = by.classes.map(({ classRoomId }) => named(draft.classes, classRoomId)).join('، ')
  if (kind === 'teacher') return t('timetable.teacherTaken', { name: named(draft.teachers, id), where })
  if (kind === 'room') return t('timetable.roomTaken', { name: named(draft.rooms, id), where })
  return t('timetable.classTaken', { name: named(draft.classes, id), where: named(draft.courses, by.courseId) })
}

type LessonProps = {
  draft: WeekDraft
  lesson: LessonPlanned
  of: PlanSubject
  isChosen: boolean
  onChoose: PlaceProps['onChoose']
  onEdit: PlaceProps['onEdit']
}

function LessonButton({ draft, lesson, of, isChosen, onChoose, onEdit }: LessonProps) {
  const { t } = useTranslation()
  const about = [
    ...(of !== 'class' ? lesson.classes.map(({ classRoomId }) => nameAmong(draft.classes, classRoomId)) : []),
    ...lesson.classes.flatMap(({ groupId }) => (groupId ? [nameAmong(draft.groups, groupId)] : [])),
    ...(of !== 'teacher' ? lesson.teacherIds.map((id) => nameAmong(draft.teachers, id)) : []),
    ...(of !== 'room' ? lesson.roomIds.map((id) => nameAmong(draft.rooms, id)) : []),
    ...(lesson.week === 0 ? [] : [t(`timetable.week${lesson.week === 1 ? 'A' : 'B'}`)]),
  ]
  return (
    <div className="flex items-start gap-1">
      <button
        type="button"
        data-lesson={lesson.id}
        draggable={!lesson.fixed && onChoose !== undefined}
        onDragStart={() => onChoose?.(lesson.id)}
        onClick={() => (lesson.fixed ? onEdit?.(lesson) : onChoose?.(isChosen ? null : lesson.id))}
        onDoubleClick={() => onEdit?.(lesson)}
        aria-pressed={isChosen}
        disabled={!onChoose}
        className={cx(
          'min-h-11 w-full min-w-0 rounded-field px-2 text-start',
          isChosen ? 'bg-soft text-primary' : 'hover:text-primary',
        )}
      >
        <span className="block font-medium">
          <Bdi>{nameAmong(draft.courses, lesson.courseId)}</Bdi>
        </span>
        <span className="block text-muted">
          <Bdi>{about.join(' · ')}</Bdi>
        </span>
        {lacksTeacher(draft, lesson) && <span className="block text-danger">{t('timetable.lacksTeacher')}</span>}
      </button>
      {lesson.fixed && <Pin className="size-4 shrink-0" aria-label={t('timetable.fixed')} />}
      {isChosen && onEdit && (
        <Button tone="quiet" onClick={() => onEdit(lesson)}>
          {t('timetable.edit')}
        </Button>
      )}
    </div>
  )
}
