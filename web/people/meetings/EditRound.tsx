import { useState } from 'react'
import { meetings, NewMeetingRound } from '#contract/people/meetings/meetings.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { classes as classesOfSchool } from '#contract/school/classes/classes.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { Round } from './rows.ts'

type Chosen = { classRoomIds: string[]; teachers: { teacherId: string; room: string }[] }
type Props = { schoolId: string; round: Round | null; onClose: () => void }

/** The form of an evening: when, how long, for which classes, and who takes part in which room. */
export function EditRound({ schoolId, round, onClose }: Props) {
  const { t } = useTranslation()
  const store = useChange(meetings.save)
  const { data: rooms = [] } = useRead(classesOfSchool.list, { schoolId })
  const [begun] = useState<Chosen>(() => ({
    classRoomIds: round?.classRoomIds ?? [],
    teachers: round?.teachers.map(({ teacherId, room }) => ({ teacherId, room: room ?? '' })) ?? [],
  }))
  const [chosen, setChosen] = useState(begun)
  const start = startOf(schoolId, round, t('meetings.nameStart'))
  async function save(values: InputOf<typeof meetings.save>) {
    await store({ ...values, ...chosen })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(round ? 'meetings.edit' : 'meetings.add')}
      description={t('meetings.editMeans')}
    >
      <Form
        schema={NewMeetingRound}
        start={start}
        save={save}
        submit="common.save"
        beside={<DialogCancel />}
        also={{ value: chosen, start: begun, put: (value) => setChosen(value as Chosen) }}
      >
        <TextField name="title" label="meetings.name" dir="auto" />
        <DateField name="day" label="meetings.day" />
        <Pair>
          <TextField name="fromTime" label="meetings.fromTime" type="time" />
          <TextField name="toTime" label="meetings.toTime" type="time" />
          <TextField name="minutes" label="meetings.minutes" inputMode="numeric" />
          <TextField name="gap" label="meetings.gap" inputMode="numeric" />
          <TextField name="breakFrom" label="meetings.breakFrom" type="time" />
          <TextField name="breakTo" label="meetings.breakTo" type="time" />
        </Pair>
        <div>
          <p className="mb-1 text-sm">{t('meetings.classes')}</p>
          <Dropdown
            multiple
            wide
            label={t('meetings.classes')}
            placeholder={t('meetings.allClasses')}
            value={chosen.classRoomIds}
            onChange={(classRoomIds) => setChosen({ ...chosen, classRoomIds })}
            items={rooms.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <Teachers schoolId={schoolId} chosen={chosen} onChange={(teachers) => setChosen({ ...chosen, teachers })} />
        <DateField name="allFrom" label="meetings.allFrom" hint="meetings.allFromHint" />
        <TextField name="closeHours" label="meetings.closeHours" inputMode="numeric" />
      </Form>
    </Dialog>
  )
}

/** What the form begins with. Classes and teachers are chosen beside its fields. */
function startOf(schoolId: string, round: Round | null, title: string) {
  const {
    day = '',
    fromTime = '17:00',
    toTime = '20:00',
    minutes = 10,
    gap = 2,
    closeHours = 2,
    breakFrom,
    breakTo,
    allFrom,
  } = round ?? {}
  const named = { schoolId, title: round?.title ?? title, classRoomIds: [], teachers: [{ teacherId: schoolId }] }
  const times = { day, fromTime, toTime, minutes, gap, closeHours }
  const maybe = { breakFrom: breakFrom ?? '', breakTo: breakTo ?? '', allFrom: allFrom ?? '' }
  return { ...named, ...times, ...maybe, ...(round && { roundId: round.id, baseVersion: round.version }) }
}

const Pair = ({ children }: { children: React.ReactNode }) => <div className="grid grid-cols-2 gap-3">{children}</div>

type TeachersProps = {
  schoolId: string
  chosen: Chosen
  onChange: (teachers: Chosen['teachers']) => void
}

function Teachers({ schoolId, chosen: { classRoomIds, teachers }, onChange }: TeachersProps) {
  const { t } = useTranslation()
  const { data = [] } = useWhole(meetings.teachers, { schoolId })
  const nameOf = (id: string) => data.find(({ teacherId }) => teacherId === id)?.teacherName ?? ''
  const isNamed = (id: string) => teachers.some(({ teacherId }) => teacherId === id)
  const missing = data.filter(
    (one) =>
      !isNamed(one.teacherId) &&
      (classRoomIds.length === 0 || one.classRoomIds.some((id) => classRoomIds.includes(id))),
  )
  const put = (ids: readonly string[]) =>
    onChange(ids.map((id) => teachers.find(({ teacherId }) => teacherId === id) ?? { teacherId: id, room: '' }))
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm">{t('meetings.teachers')}</legend>
      <Dropdown
        multiple
        wide
        label={t('meetings.teachers')}
        placeholder={t('meetings.chooseTeachers')}
        value={teachers.map(({ teacherId }) => teacherId)}
        onChange={put}
        items={data.map(({ teacherId, teacherName }) => ({ value: teacherId, label: teacherName }))}
      />
      {missing.length > 0 && (
        <Button
          onClick={() =>
            put([...teachers.map(({ teacherId }) => teacherId), ...missing.map(({ teacherId }) => teacherId)])
          }
        >
          {t('meetings.takeAll', { count: missing.length })}
        </Button>
      )}
      {teachers.map(({ teacherId, room }) => (
        <label key={teacherId} className="grid grid-cols-2 items-center gap-3 text-sm">
          <span className="[overflow-wrap:anywhere]">
            <Bdi>{nameOf(teacherId)}</Bdi>
          </span>
          <input
            dir="auto"
            maxLength={60}
            placeholder={t('meetings.room')}
            aria-label={t('meetings.roomOf', { name: nameOf(teacherId) })}
            value={room}
            onChange={({ target }) =>
              onChange(teachers.map((one) => (one.teacherId === teacherId ? { ...one, room: target.value } : one)))
            }
            className="min-h-11 w-full rounded-field border border-line bg-surface px-3"
          />
        </label>
      ))}
    </fieldset>
  )
}
