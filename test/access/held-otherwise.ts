const soughtThere = 'it is sought again, in the schools where the caller holds the key'
const looked = 'the class named was looked at before, and both ask whether the caller works there'
const named = 'the class named is of that school'
const childrenAgain = 'which schools have children of his only says where to look; the children are asked for again'
const ownWall = "a person finds his own items alone: the wall of the inbox is his, not his school's"
const ownTests = 'met by the tests of the operation itself, which make such rows'
const notWho = 'decides what is counted or kept, not who sees it'

/**
 * Rules of access and conditions of statements that the matrix does not miss, because something else holds the same rule.
 */
export const heldOtherwise: { what: RegExp; why: string }[] = [
  { what: /(GetRequest: its paymentRequest|GetPayment: its transaction) is not looked at/, why: soughtThere },
  { what: /GetUserRole: its school is not looked at/, why: soughtThere },
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
  {
    what: /: school_id = \$ \(school_members\)$/,
    why: 'deciding.test.ts decides as one who belongs there (met-elsewhere.ts)',
  },
  { what: /: school_id = \$ \(coin_entries\)$/, why: notWho },
  { what: /OpenSupportWindow: school_id = \$ \(user_roles\)$/, why: ownTests },
  { what: /ClassRoom\/GetMoves: /, why: ownTests },
  { what: /GetMovePlan: (st|c)\.school_id = \$/, why: named },
  { what: /GetStudentActivitiesList: w\.school_id = \$/, why: named },
  { what: /(GetRequest|AddRequest|UpdateRequest): r\.school_id = any/, why: soughtThere },
  { what: /GetPayment: p\.school_id = any/, why: soughtThere },
  { what: /AddPayment: \(is_active or not \$\)/, why: 'what was paid counts in whatever way it was' },
  { what: /GetUserRole: ur\.school_id = \$/, why: soughtThere },
  { what: /RemoveUserRoles: school_id is null \(user_roles\)$/, why: notWho },
  { what: /RemovePermissionsFromUser: r\.active \(/, why: notWho },
  { what: /Explain: r\.active = \$ \(roles, role_permissions\)$/, why: notWho },
  { what: /GetToday: (m\.date <= .*|s\.active) \(attendance_marks/, why: childrenAgain },
  { what: /GetToday: i\.person_id = \$/, why: ownWall },
  { what: /: person_id = \$ \(inbox_seen\)$/, why: ownWall },
]
