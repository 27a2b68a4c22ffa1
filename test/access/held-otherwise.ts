const looked = 'the class named was looked at before, and both ask whether the caller works there'
const named = 'the class named is of that school'
const childrenAgain = 'which schools have children of his only says where to look; the children are asked for again'
const notWho = 'decides what is counted or kept, not who sees it'

/**
 * Conditions that the matrix does not miss, because something else holds the same rule. The full proof fails when one of
 * them is missed after all, so that none stands here longer than it is true.
 */
export const heldOtherwise: { what: RegExp; why: string }[] = [
  { what: /Me: school_id is not null/, why: 'no school is without an id' },
  { what: /Me: id = \$ \(user_roles/, why: 'whether he manages a school decides how long his session lives' },
  { what: /Me: (sp\.parent_id = \$|sp\.ended_at is null|s\.active) \(user_roles/, why: childrenAgain },
  { what: /GetParentStudents: (schools|s)\.active \(student_parents/, why: 'the list asks the same again' },
  { what: /GetClassById: .* \(class_rooms, class_teacher_courses\)$/, why: looked },
  { what: /GetClassById: (c\.id in .*|supervisor_id = \$|teacher_id = \$) \(students, class_rooms/, why: looked },
  { what: /GetClassRoomStudents: (st\.class_room_id in .*|supervisor_id = \$|teacher_id = \$) \(/, why: looked },
  { what: /(GetClassById: c|GetClassRoomStudents: st)\.school_id = \$/, why: named },
  { what: /SaveAttendance: school_id = \$ \(class_rooms\)/, why: named },
  { what: /SaveAttendance: st\.id = any/, why: 'more students known refuse nobody who is listed' },
  { what: /SaveAttendance: (m\.)?(class_room_id|date) = \$/, why: notWho },
  { what: /SaveAttendance: (user_id|client_operation_id) = \$/, why: 'what is kept is asked for in access.test.ts' },
]
