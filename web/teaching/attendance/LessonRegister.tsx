import type { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { lineOf, type AttendanceMark, type RegisterLine } from './register.ts'
import { RegisterSheet } from './RegisterSheet.tsx'

type Sheet = OutputOf<typeof lessonRegisters.sheet>
type Student = Sheet['students'][number]

/** The register of one lesson: its lines begin as the lesson before left the students, or as an accepted excuse says. */
export function LessonRegister({ sheet, today }: { sheet: Sheet; today: CivilDay }) {
  const { t } = useTranslation()
  const { classRoomId, schoolId, date, number, groupId, may, students } = sheet
  const roll = students.map((student) => ({
    ...student,
    isExcused: student.excuseKind !== null,
    begins: beginsAs(student),
    hint: hintOf(student, t),
  }))
  const marks = students.flatMap((student) => markOf(student, sheet) ?? [])
  return (
    <>
      {may.withReason && may.save && <p className="mb-3 text-sm text-muted">{t('lessons.late')}</p>}
      <RegisterSheet
        key={`${date} ${number} ${groupId}`}
        classRoom={{ id: classRoomId, schoolId, active: true }}
        day={date}
        today={today}
        isDayShown
        roll={roll}
        marks={marks}
        lesson={{ number, groupId, maySave: may.save }}
      />
    </>
  )
}

/** Who was not there, or left, begins as not there; who is elsewhere for the school, as there. */
function beginsAs({ before, elsewhere }: Student): RegisterLine | undefined {
  if (!before || elsewhere) return undefined
  const isGone = before.state === 'absent' || before.leftAt !== null
  if (isGone) return { ...lineOf(undefined), state: 'absent' }
  return before.state === 'excused' ? { ...lineOf(undefined), state: 'excused' } : undefined
}

function hintOf(
  { before, excuseKind, elsewhere }: Student,
  t: (key: string, values?: Record<string, string | number>) => string,
) {
  if (excuseKind) return t(`lessons.excused.${excuseKind}`)
  if (elsewhere) return t('lessons.elsewhere.short', { name: isolated(elsewhere) })
  if (before?.leftAt) return t('lessons.leftEarly', { time: isolated(before.leftAt) })
  if (before?.state === 'absent') return t('lessons.absentSince', { number: before.since })
  return undefined
}

/** The stored mark as a register of the day has it. */
function markOf({ id, mark, ...names }: Student, sheet: Sheet): AttendanceMark | null {
  if (!mark) return null
  return {
    ...mark,
    id,
    studentId: id,
    studentName: [names.firstName, names.middleName, names.lastName].filter(Boolean).join(' '),
    classRoomId: sheet.classRoomId,
    classRoomName: sheet.classRoomName,
    supervisorId: '',
    supervisorName: mark.byName,
    date: sheet.date,
    weekDay: sheet.weekDay,
    isAttend: mark.state === 'present' || mark.state === 'late',
    isBrought: false,
    origin: 'taken',
    version: sheet.version,
  }
}
