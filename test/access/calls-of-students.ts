import { world } from '#test/world/world.ts'
import { allStudents, invitations } from '#test/world/students.ts'
import { type Body, shown } from './body.ts'
import { relation } from '#test/world/spare/list-rows.ts'
import { linksTeachers } from './people.ts'

const { omar, deltaStudent, unpaidStudent, parent, mother, class4a, class5a, class6b } = world

const moved = { classRoomId: class4a.id, toClassRoomId: class6b.id }
const inOrder = allStudents
  .map(({ id, schoolId, code }) => ({ id, place: `${schoolId} ${code}` }))
  .toSorted((a, b) => (a.place < b.place ? -1 : 1))

/** A student's code after the canaries, which number all students of all schools. */
const codeOf = (student: { id: string }) =>
  `ST7${String(inOrder.findIndex(({ id }) => id === student.id) + 1).padStart(9, '0')}`

const waitingPhone = invitations[0]!.phone

/** What these operations need besides ids. */
export const plainOfStudents = {
  'Student/GetSchoolStudents': { pageSize: 200 },
  'Student/GetStudentByCode': { studentCode: codeOf(omar) },
  'StudentParent/InviteParent': { phoneNumber: '01299999999' },
  'StudentMerge/MergeStudents': { marks: [] },
  'OfficialRecord/UpdateRecord': { own: [{}] },
  'OfficialRecord/GetMovements': { dateFrom: '2000-01-01', dateTo: '2100-01-01' },
}

/** Ids that only narrow a list or do not affect the others. */
export const aloneOfStudents: Record<string, string[]> = {
  'StudentParent/AddStudentParent': ['relationId'],
  'StudentParent/UpdateStudentParent': ['relationId'],
  'StudentLeaving/EnterLeaving': ['reasonId'],
  'StudentLeaving/ChangeLeaving': ['reasonId'],
}

const invited = (phoneNumber: string) => ({ studentId: omar.id, relationId: relation.spare, phoneNumber })

/** Further bodies. */
export const moreOfStudents: Record<string, Body[]> = {
  'Student/GetStudentByCode': [shown('a code of Delta', { studentCode: codeOf(deltaStudent) })],
  'Student/UpdateStudent': [shown('inactive', { id: omar.id, active: true })],
  'StudentParent/AddStudentParent': [
    shown('who links others', { studentId: omar.id, parentId: linksTeachers, relationId: relation.spare }),
  ],
  'StudentParent/GetStudentParent': [
    shown('the father', { studentId: omar.id, parentId: parent.id }),
    shown('the mother', { studentId: omar.id, parentId: mother.id }),
  ],
  'StudentParent/UpdateStudentParent': [
    shown('another relation', { studentId: omar.id, parentId: parent.id, relationId: relation.spare }),
  ],
  'StudentParent/DeleteStudentParent': [shown('the mother', { studentId: omar.id, parentId: mother.id })],
  'Student/RenewSeats': [
    shown('who is not paid', { schoolId: unpaidStudent.schoolId, studentIds: [unpaidStudent.id] }),
  ],
  'ClassRoom/GetMovePlan': [
    shown('to another class', moved),
    shown('one stays', { ...moved, stayingIds: [omar.id] }),
    shown('of another class stays', { ...moved, classRoomId: class5a.id, stayingIds: [omar.id] }),
  ],
  'ClassRoom/MoveStudents': [shown('to another class', { ...moved, plan: 'of other facts' })],
  'StudentParent/InviteParent': [
    shown('has an account', invited(world.classmatesParent.phone)),
    shown('linked', invited(mother.phone)),
    shown('waits', invited(waitingPhone)),
  ],
}
