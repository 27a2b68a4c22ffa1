import { useState } from 'react'
import { notes } from '#contract/teaching/notes/notes.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { useClassChoices } from './class-choices.ts'
import { type ChosenProps, SeveralStudents } from './SeveralStudents.tsx'

/** Moves the selected students to another class, from today on. */
export function MoveChosen({ schoolId, ...props }: ChosenProps) {
  const { t } = useTranslation()
  const move = useChange(severalStudents.move)
  const classRooms = useClassChoices(schoolId)
  const [classRoomId, setClassRoomId] = useState('')
  return (
    <SeveralStudents
      {...props}
      kind="moveStudents"
      title={`${t('settings.students.moveThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.students.moveThem')}
      send={(studentIds) => move({ classRoomId, studentIds })}
      isReady={classRoomId !== ''}
      isTyped={classRoomId !== ''}
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
    </SeveralStudents>
  )
}

/** Makes the selected students inactive. */
export function DeactivateChosen({ schoolId, ...props }: ChosenProps) {
  const { t } = useTranslation()
  const deactivate = useChange(severalStudents.deactivate)
  return (
    <SeveralStudents
      {...props}
      kind="deactivateStudents"
      title={`${t('settings.students.deactivateThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.students.deactivateThem')}
      send={(studentIds) => deactivate({ schoolId, studentIds })}
    >
      <p>{t('settings.students.stateMeans')}</p>
    </SeveralStudents>
  )
}

/** Writes one note to the parents of all selected students. */
export function NoteForChosen({ schoolId, timeZone, ...props }: ChosenProps & { timeZone: string }) {
  const { t } = useTranslation()
  const add = useChange(notes.addToSeveral)
  const [text, setText] = useState('')
  return (
    <SeveralStudents
      {...props}
      kind="addNotes"
      title={`${t('settings.students.noteForThem')}: ${t('settings.students.chosenOnes')}`}
      submit={t('settings.notes.add')}
      send={(studentIds) => add({ schoolId, studentIds, date: todayIn(timeZone), notes: text })}
      isReady={text.trim() !== ''}
      isTyped={text.trim() !== ''}
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
    </SeveralStudents>
  )
}
