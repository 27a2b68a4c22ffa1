import { world } from '#test/world/world.ts'

/** A person created for one rule of the matrix. */
export type Made = {
  id: string
  name: string
  /** Without it, the person does not even have the role Standard. */
  standard?: boolean
  keys?: { key: string; schoolId: string | null }[]
  /** Keys that the person has only through an inactive role. */
  dormant?: { keys: string[]; schoolId: string | null }
  teaches?: { classRoomId: string; courseId: string; schoolId: string }[]
  supervises?: string
  parentOf?: { studentId: string; schoolId: string; ended?: boolean; sees?: 'before' | 'later' }[]
}

const { nile, class5b, class6c, ward, maths } = world
const everyReading = ['ViewAttendanceList', 'AttendanceAction', 'ViewSchoolStudentsList', 'ViewClassesSettingList']
const taking = ['ViewAttendanceList', 'AttendanceAction']
const everyRecord = ['ViewAttendanceList', 'ViewExams', 'ViewHomework', 'ViewActivities', 'ViewNotes']
const officialRecords = ['EditStudentRecord', 'ViewStudentHealth']

const atNile = (keys: string[]) => keys.map((key) => ({ key, schoolId: nile.id }))

export const made: Made[] = [
  {
    id: 'paymentsReviewer',
    name: 'platform payments reviewer',
    standard: true,
    keys: [{ key: 'ViewPaymentsRequests', schoolId: null }],
  },
  {
    id: 'sleepingRole',
    name: 'holder of an inactive role at Nile',
    standard: true,
    dormant: { keys: everyReading, schoolId: nile.id },
  },
  {
    id: 'sleepingAppRole',
    name: 'holder of an inactive platform role',
    dormant: { keys: ['ViewSchoolActionList'], schoolId: null },
  },
  {
    id: 'supervisor6c',
    name: 'supervisor of a class not active',
    standard: true,
    supervises: class6c.id,
    keys: atNile([...taking, 'ViewActivities']),
  },
  {
    id: 'teacher5b',
    name: 'teacher of class 5b, parent in 6b',
    standard: true,
    keys: atNile([...taking, 'ViewActivities']),
    teaches: [
      { classRoomId: class5b.id, courseId: maths.id, schoolId: nile.id },
      // Also in another school, whose classes do not belong to the first one.
      { classRoomId: world.deltaClass1.id, courseId: world.deltaMaths.id, schoolId: world.delta.id },
    ],
    parentOf: [
      { studentId: ward.id, schoolId: nile.id },
      { studentId: world.omar.id, schoolId: nile.id, ended: true },
    ],
  },
  {
    // About their own child they see the work of all courses; about classmates, only that of their own course.
    id: 'teacher5a',
    name: 'teacher of class 5a, parent of Laila in it',
    standard: true,
    keys: atNile([...everyRecord, ...officialRecords]),
    teaches: [{ classRoomId: world.class5a.id, courseId: world.english.id, schoolId: nile.id }],
    parentOf: [{ studentId: world.laila.id, schoolId: nile.id }],
  },
  {
    // Links that give no rights today count as no links.
    id: 'parentBefore',
    name: 'parent who no longer sees',
    standard: true,
    parentOf: [{ studentId: world.omar.id, schoolId: nile.id, sees: 'before' }],
  },
  {
    id: 'parentLater',
    name: 'parent who does not see yet',
    standard: true,
    parentOf: [{ studentId: world.omar.id, schoolId: nile.id, sees: 'later' }],
  },
  {
    id: 'studentsKeeper',
    name: "keeper of students' information at Nile",
    standard: true,
    keys: atNile(['ViewSchoolStudentsList', 'UpdateStudentInfo', 'ViewHomework']),
  },
  {
    // Lacks the keys of a supervisor, so may name other people but not themselves. Sees all classes, and the attendance of one
    // class.
    id: 'setsUpClasses',
    name: 'teacher of class 5b who sets up classes',
    standard: true,
    keys: atNile(['UpdateClass', 'AddMultipleClasses', 'ViewClassesSettingList', 'ViewAttendanceList']),
    teaches: [{ classRoomId: class5b.id, courseId: maths.id, schoolId: nile.id }],
  },
  {
    id: 'examsKeeper',
    name: 'keeper of exams in both schools',
    standard: true,
    keys: [nile, world.delta].map(({ id }) => ({ key: 'ViewExamsSetting', schoolId: id })),
  },
  {
    id: 'examsReader',
    name: 'reader of all exams at Nile',
    standard: true,
    keys: atNile(['ViewExams', 'ViewSchoolStudentsList']),
  },
  {
    // May link other people as teachers, and lacks the keys of a teacher.
    id: 'linksTeachers',
    name: 'teacher of class 5b who links teachers',
    standard: true,
    keys: atNile(['LinkTeacherToSchool', 'LinkTeacherToCourse&Class', 'LinkParentToStudent']),
    teaches: [class5b, class6c].map(({ id }) => ({ classRoomId: id, courseId: maths.id, schoolId: nile.id })),
  },
  {
    // A key for schools has no effect app-wide, and a key for the app has no effect in a school, however the rows were created.
    id: 'wrongPlace',
    name: 'holder of keys in the wrong place',
    keys: [
      { key: 'ViewSchoolActionList', schoolId: nile.id },
      { key: 'ViewAttendanceList', schoolId: null },
    ],
  },
  { id: 'noRole', name: 'account without any role' },
]
