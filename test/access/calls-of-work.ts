import { world } from '#test/world/world.ts'
import { type Body, shown } from './body.ts'
import { exam, fartherExams, month } from '#test/world/spare/exam-rows.ts'
import { activity, homework } from '#test/world/spare/work-rows.ts'

const { class4a, class4b, deltaClass1, closedClass, arabic, maths, deltaArabic, closedArabic, omar, laila } = world
const { deltaStudent, closedStudent, movedStudent } = world

/** The objects that ids of homework and activities can name, from near to far. */
export const thingsOfWork = { homework: homework.near, activity: activity.near }
export const fartherOfWork = { homework: homework.farther, activity: activity.farther }

export const kindsOfWork = {
  assignmentId: 'homework',
  assignementId: 'homework',
  activityId: 'activity',
  studentIds: 'student',
}

const all = { pageSize: 200 }
const newHomework = { assignmentDate: '2020-03-01', details: 'new', rate: 20 }
const newExam = { examDate: '2020-03-01', rate: 20 }
const newActivity = { activityDate: '2020-03-01', details: 'new' }
/** A mark that nobody has, so that it differs from every stored one. */
const mark = 3.25

/** What these operations need besides ids. */
export const plainOfWork = {
  'ClassRoomAssignment/GetClassroomAssignmentsList': all,
  'ClassRoomStudentAssignment/UpdateStudentAssignmnet': { result: mark },
  'ClassRoomStudentAssignment/UpdateStudentAssignments': { items: [{ result: mark }] },
  'ClassRoomStudentExam/UpdateStudentExam': { totalResult: mark },
  'ClassRoomStudentExam/UpdateStudentExams': { items: [{ totalResult: mark }] },
  'ClassRoomActivity/GetClassroomActivitysList': all,
  'ClassRoomStudentActivity/UpdateStudentActivity': { result: mark },
  'ClassRoomStudentActivity/UpdateStudentActivities': { items: [{ result: mark }] },
}

/** Ids that only narrow a list or do not affect the others. */
export const aloneOfWork: Record<string, string[]> = {
  'ClassRoomAssignment/GetClassroomAssignmentsList': ['supervisorId', 'courseId'],
  'ClassRoomAssignment/CreateClassRoomAssignment': ['studentIds'],
  'ClassRoomAssignment/UpdateClassRoomAssignment': ['studentIds', 'classRoomId'],
  'ClassRoomStudentAssignment/GetStudentAssignmentsList': ['courseId', 'classRoomId'],
  'ClassRoomStudentExam/GetStudentExamsList': ['months', 'courseId'],
  'ClassRoomStudentExam/GetClassRoomMarks': ['monthId', 'yearId'],
  'ClassRoomStudentExam/AddStudentExam': ['monthId', 'courseId'],
  'ClassRoomStudentAssignment/AddStudentAssignment': ['courseId', 'studentId'],
  'ClassRoomActivity/GetClassroomActivitysList': ['supervisorId', 'courseId'],
  'ClassRoomActivity/CreateClassRoomActivity': ['studentIds', 'courseId'],
  'ClassRoomActivity/UpdateClassRoomActivity': ['studentIds', 'classRoomId', 'courseId'],
  'ClassRoomStudentActivity/AddStudentActivity': ['courseId', 'studentId'],
}

const here = { classRoomId: class4a.id, courseId: arabic.id }
const there = { classRoomId: deltaClass1.id, courseId: deltaArabic.id }
const inClosedSchool = { classRoomId: closedClass.id, courseId: closedArabic.id }

const newOnes = (work: object) => [
  shown('at Delta', { ...work, ...there }),
  shown('at the closed school', { ...work, ...inClosedSchool }),
  shown('in a course another teaches', { ...work, ...here, courseId: maths.id }),
]
const onesForOne = (work: object, mark: string, at = {}, atDelta = {}) => [
  shown('with a result', { ...work, ...here, ...at, studentId: omar.id, [mark]: 5 }),
  shown('in a course another teaches', { ...work, ...here, ...at, courseId: maths.id, studentId: omar.id }),
  shown('at Delta', { ...work, ...there, ...atDelta, studentId: deltaStudent.id, [mark]: 5 }),
  shown('at the closed school', { ...work, ...inClosedSchool, ...at, studentId: closedStudent.id }),
]

export const moreOfWork: Record<string, Body[]> = {
  'ClassRoomStudentExam/GetClassRoomMarks': [
    shown('of a class with an inactive student', { classRoomId: class4b.id, courseId: arabic.id }),
  ],
  'ClassRoomAssignment/CreateClassRoomAssignment': newOnes(newHomework),
  'ClassRoomActivity/CreateClassRoomActivity': newOnes({ ...newActivity, rate: 20 }),
  'ClassRoomStudentAssignment/AddStudentAssignment': onesForOne(newHomework, 'result'),
  'ClassRoomStudentActivity/AddStudentActivity': onesForOne({ ...newActivity, activityRate: 20 }, 'result'),
  'ClassRoomStudentExam/AddStudentExam': onesForOne(
    newExam,
    'totalResult',
    { monthId: month.september },
    { monthId: month.deltaMonth },
  ),
  'ClassRoomStudentExam/AssignStudentToExam': [
    shown('who was taken off', { examId: exam.maths5a, studentId: laila.id }),
    shown('who has left the class', { examId: exam.arabic4a, studentId: movedStudent.id }),
    shown('at the closed school', { examId: fartherExams.closedExam, studentId: closedStudent.id }),
  ],
}
