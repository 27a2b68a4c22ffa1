import { useState } from 'react'
import { notes } from '#contract/notes/notes.ts'
import { studentRecords } from '#contract/students/student-records.ts'
import { writing } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { useClassChoices } from './class-choices.ts'
import { type ChosenProps, EachStudent } from './EachStudent.tsx'

/** Moves the chosen students to another class, from today on. */
export function MoveChosen(props: ChosenProps) {
  const { t } = useTranslation()
  const classRooms = useClassChoices(props.schoolId)
  const [classRoomId, setClassRoomId] = useState('')
  return (
    <EachStudent
      {...props}
      title={`${t('settings.students.moveThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.students.moveThem')}
      isReady={classRoomId !== ''}
      each={async ({ id, version, classRoomId: before }) =>
        before === classRoomId || writing(studentRecords.update, { id, baseVersion: version, classRoomId })
      }
    >
      <FilterChoice
        wide
        className="min-h-12"
        label={t('settings.students.classRoomId')}
        placeholder={t('settings.students.classRoomId')}
        items={classRooms.open()}
        value={classRoomId || null}
        onChange={setClassRoomId}
      />
      <p className="mt-1.5 text-sm text-muted">{t('settings.students.moveHint')}</p>
    </EachStudent>
  )
}

/** Takes the chosen students off the rolls. */
export function DeactivateChosen(props: ChosenProps) {
  const { t } = useTranslation()
  return (
    <EachStudent
      {...props}
      title={`${t('settings.students.deactivateThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.students.deactivateThem')}
      each={async ({ id, version, active }) =>
        !active || writing(studentRecords.update, { id, baseVersion: version, active: false })
      }
    >
      <p>{t('settings.students.stateMeans')}</p>
    </EachStudent>
  )
}

/** Writes one note to the parents of every chosen student. */
export function NoteForChosen(props: ChosenProps & { timeZone: string }) {
  const { t } = useTranslation()
  const { timeZone, ...chosen } = props
  const [text, setText] = useState('')
  return (
    <EachStudent
      {...chosen}
      title={`${t('settings.students.noteForThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.notes.add')}
      isReady={text.trim() !== ''}
      each={({ id, classRoomId }) =>
        writing(notes.add, { studentId: id, classRoomId, date: todayIn(timeZone), notes: text })
      }
    >
      <textarea
        dir="auto"
        rows={4}
        maxLength={4000}
        aria-label={t('settings.students.noteForThem')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="field-sizing-content max-h-72 min-h-24 w-full rounded-field border border-line bg-surface px-4 py-2"
      />
    </EachStudent>
  )
}
