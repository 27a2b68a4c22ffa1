import type { Permission } from '#contract/language/permissions.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { plainDigits } from '#contract/language/text.ts'
import { attendanceReach } from '#server/school/presence/presence.rules.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { added } from './adding.ts'
import { updated } from './changing.ts'
import type { StudentCodeLimits } from './code-limits.ts'
import { renewing } from './renewing.ts'
import { seenBy } from './seen.rules.ts'
import { similarStudents } from './similar.queries.ts'
import { idsByCode, keptStudent, studentOf, studentsOf } from './students.queries.ts'

export const studentRecordOperations = implement(
  studentRecords,
  ({ studentCodes, debtLimit }: { studentCodes: StudentCodeLimits; debtLimit: number }) => ({
    async get({ db, school, reach, may, input: { studentId }, readsStudent }) {
      const student = await studentOf(db, school.id, reach, studentId, seenBy(reach, may))
      if (!student) throw notFound()
      readsStudent(studentId)
      return student
    },

    list({ db, user, school, reach, may, input, page }) {
      const seeing = { reach: attendanceReach(user, school.id, may), today: school.today }
      return studentsOf(db, input, seenBy(reach, may), seeing, page)
    },

    add: added,

    similar: ({ db, school, input }) => similarStudents(db, school.id, input),

    update: updated,

    async byCode({ db, user, reach, input: { code, schoolId }, readsStudent }) {
      await studentCodes(user.id)
      const [found, another] = await idsByCode(db, reach, plainDigits(code).toUpperCase(), schoolId ?? null)
      if (!found) throw notFound()
      if (another) throw conflict('More than one of your schools has this code', { field: 'schoolId' })

      const { keys } = user.rights.schools.find(({ id }) => id === found.schoolId)!
      const sees = seenBy(reach, (key: Permission) => keys.includes(key))
      const id = await keptStudent(db, found.schoolId, found.id)
      readsStudent(id, found.schoolId)
      return (await studentOf(db, found.schoolId, wholeSchool, id, sees))!
    },

    ...renewing(debtLimit),
  }),
)
