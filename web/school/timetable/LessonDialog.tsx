import { type ReactNode, useState } from 'react'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { WeekDraft, LessonPlanned, Slot } from './planning.ts'
import { useWeekdayName } from './weekday-name.ts'

type Props = { draft: WeekDraft; classId: string; slot: Slot; lesson: LessonPlanned | null; onClose: () => void }

/** What is chosen for a lesson. `groupId` null: the whole class. */
type Choices = Pick<LessonPlanned, 'teacherIds' | 'roomIds' | 'week' | 'fixed'> & {
  courseId: string | null
  groupId: string | null
  /** Other classes that are taught together with this one. */
  others: LessonPlanned['classes']
}

const choicesOf = (lesson: LessonPlanned | null, classId: string): Choices => ({
  courseId: lesson?.courseId ?? null,
  teacherIds: lesson?.teacherIds ?? [],
  roomIds: lesson?.roomIds ?? [],
  week: lesson?.week ?? 0,
  fixed: lesson?.fixed ?? false,
  groupId: lesson?.classes.find((one) => one.classRoomId === classId)?.groupId ?? null,
  others: lesson?.classes.filter(({ classRoomId }) => classRoomId !== classId) ?? [],
})

/** A lesson: its course, who gives it, where, for whom and in which week. */
export function LessonDialog({ draft, classId, slot, lesson, onClose }: Props) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  const put = useChange(timetableDrafts.put)
  const take = useChange(timetableDrafts.take)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [choices, setChoices] = useState(() => choicesOf(lesson, classId))
  const of = { timetableId: draft.timetable.id, baseVersion: draft.timetable.version }

  function run(work: () => Promise<unknown>) {
    setBusy(true)
    work()
      .then(onClose)
      .catch((problem: unknown) => setError(sentenceFrom(problem)))
      .finally(() => setBusy(false))
  }
  const { courseId, groupId, others, ...rest } = choices
  const classes = [{ classRoomId: classId, groupId }, ...others]
  const save = () =>
    run(() =>
      put({ ...of, lessons: [{ ...rest, ...slot, ...(lesson && { id: lesson.id }), courseId: courseId!, classes }] }),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${t(lesson ? 'timetable.edit' : 'timetable.add')}: ${weekday(slot.weekday)} ${slot.number}`}
    >
      <div className="space-y-4">
        <LessonFields
          draft={draft}
          classId={classId}
          choices={choices}
          onChange={(part) => setChoices({ ...choices, ...part })}
        />
        {error && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {lesson && (
            <Button tone="danger" disabled={busy} onClick={() => run(() => take({ ...of, lessonIds: [lesson.id] }))}>
              {t('timetable.takeOut')}
            </Button>
          )}
          <DialogCancel />
          <Button tone="primary" disabled={busy || !courseId} onClick={save}>
            {t('common.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type FieldsProps = { draft: WeekDraft; classId: string; choices: Choices; onChange: (part: Partial<Choices>) => void }

function LessonFields({ draft, classId, choices, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { courseId, teacherIds, roomIds, week, fixed } = choices
  const taught = draft.teaching.filter((one) => one.classRoomId === classId)
  const ofCourse = (id: string | null) => taught.filter((one) => one.courseId === id).map((one) => one.teacherId)
  const courses = draft.courses.filter(({ id }) => id === courseId || taught.some((one) => one.courseId === id))
  const chooseCourse = (id: string) => {
    const [only, ...others] = ofCourse(id)
    onChange({ courseId: id, teacherIds: only && others.length === 0 ? [only] : [] })
  }
  return (
    <>
      {courses.length === 0 && <p>{t('timetable.nobodyTeaches')}</p>}
      <Choice label={t('timetable.course')}>
        <Dropdown wide label={t('timetable.course')} items={items(courses)} value={courseId} onChange={chooseCourse} />
      </Choice>
      <Choice label={t('timetable.teachers')}>
        <Dropdown
          wide
          multiple
          label={t('timetable.teachers')}
          items={items(draft.teachers.filter(({ id }) => ofCourse(courseId).includes(id)))}
          value={teacherIds}
          onChange={(chosen) => onChange({ teacherIds: chosen })}
        />
      </Choice>
      <Choice label={t('timetable.rooms')}>
        <Dropdown
          wide
          multiple
          label={t('timetable.rooms')}
          items={items(draft.rooms.filter(({ id, active }) => active || roomIds.includes(id)))}
          value={roomIds}
          onChange={(chosen) => onChange({ roomIds: chosen })}
        />
      </Choice>
      <GroupChoice draft={draft} classId={classId} choices={choices} onChange={onChange} />
      <JointChoice draft={draft} classId={classId} choices={choices} onChange={onChange} />
      {draft.timetable.weeks === 2 && (
        <Segments
          label={t('timetable.week')}
          items={['0', '1', '2'].map((value) => ({ value, label: t(`timetable.inWeek.${value}`) }))}
          value={String(week)}
          onChange={(value) => onChange({ week: Number(value) })}
        />
      )}
      <Tick label={t('timetable.fixed')} checked={fixed} onChange={(is) => onChange({ fixed: is })} />
    </>
  )
}

/** The choice of no group. */
const whole = 'whole'

function GroupChoice({ draft, classId, choices, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const groups = draft.groups.filter((one) => one.classRoomId === classId)
  if (groups.length === 0) return null
  return (
    <Choice label={t('timetable.group')}>
      <Dropdown
        wide
        label={t('timetable.group')}
        items={[
          { value: whole, label: t('timetable.wholeClass') },
          ...groups.map(({ id, name, divisionName }) => ({ value: id, label: `${divisionName}: ${name}` })),
        ]}
        value={choices.groupId ?? whole}
        onChange={(value) => onChange({ groupId: value === whole ? null : value })}
      />
    </Choice>
  )
}

/** Classes that are taught together with this one; one that is there keeps its group. */
function JointChoice({ draft, classId, choices, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { others } = choices
  return (
    <Choice label={t('timetable.together')}>
      <Dropdown
        wide
        multiple
        label={t('timetable.together')}
        placeholder={t('timetable.alone')}
        items={items(draft.classes.filter(({ id }) => id !== classId))}
        value={others.map(({ classRoomId }) => classRoomId)}
        onChange={(chosen) =>
          onChange({
            others: chosen.map(
              (id) => others.find(({ classRoomId }) => classRoomId === id) ?? { classRoomId: id, groupId: null },
            ),
          })
        }
      />
    </Choice>
  )
}

const items = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }))

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="space-y-1">
    <p className="text-sm" aria-hidden="true">
      {label}
    </p>
    {children}
  </div>
)
