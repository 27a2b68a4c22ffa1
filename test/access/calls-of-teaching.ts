import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'
import { type Body, shown } from './body.ts'
import { aloneOfWork, fartherOfWork, kindsOfWork, moreOfWork, plainOfWork, thingsOfWork } from './calls-of-work.ts'
import { linksTeachers } from './people.ts'
import {
  exam,
  fartherExams,
  fartherMonths,
  fartherWeights,
  fartherYears,
  month,
  rateHeader,
  year,
} from '#test/world/spare/exam-rows.ts'
import { fartherNotes, note } from '#test/world/spare/note-rows.ts'

const { nile, delta, closed, teacher, deltaTeacher, closedTeacher, dual, idleTeacher } = world
const { class4a, deltaClass1, closedClass, arabic, deltaArabic, closedArabic, omar } = world

/** The objects that ids of teaching, years and exams can name, from near to far. */
export const thingsOfTeaching = { year, month, exam, rateHeader, note, ...thingsOfWork }

export const fartherOfTeaching: Record<string, Record<string, string>> = {
  year: fartherYears,
  month: fartherMonths,
  exam: fartherExams,
  rateHeader: fartherWeights,
  note: fartherNotes,
  ...fartherOfWork,
}

export const kindsOfTeaching = {
  teacherId: 'anybody',
  schoolYearId: 'year',
  yearId: 'year',
  monthId: 'month',
  months: 'month',
  examId: 'exam',
  rateHeaderId: 'rateHeader',
  noteId: 'note',
  studentsIds: 'student',
  ...kindsOfWork,
}

const planned = { examDate: '2020-03-01', rate: 20 }

/** What these operations need besides ids. */
const onePart = { name: 'Work', nameAr: 'أعمال', source: 'typed', mean: 'points', missing: 'zero', final: false }

export const plainOfTeaching = {
  'Exams/GetExams': { pageSize: 200 },
  'StudentNote/GetStudentNotesList': { pageSize: 200 },
  'Result/SaveScheme': { parts: [{ ...onePart, weight: 100 }], bands: [] },
  ...plainOfWork,
}

/** Ids that only narrow a list or do not affect the others: tested alone, not mixed. */
export const readAlone: Record<string, string[]> = {
  'Exams/GetExams': ['months', 'supervisorId', 'courseId'],
  'Exams/AddNewExam': ['studentsIds'],
  'Exams/AddExams': ['studentsIds', 'monthId'],
  'Exams/UpdateExam': ['studentsIds', 'monthId'],
  'StudentNote/GetStudentNotesList': ['courseId', 'supervisorId'],
  'StudentNote/CreateStudentNote': ['courseId'],
  'StudentNote/UpdateStudentNote': ['studentId', 'classRoomId'],
  'Student/GetNumbers': ['yearId'],
  ...aloneOfWork,
}

const courseAt = (person: { id: string }, school: { id: string }, course: { id: string }) => ({
  teacherId: person.id,
  schoolId: school.id,
  courseId: course.id,
})
const ofOthers = [
  shown('at Delta', courseAt(deltaTeacher, delta, deltaArabic)),
  shown('at the closed school', courseAt(closedTeacher, closed, closedArabic)),
  shown('of the teacher of two courses', courseAt(dual, nile, world.maths)),
  shown('of the teacher of no class', courseAt(idleTeacher, nile, arabic)),
]
const inClass = [
  shown('at Delta', { teacherId: deltaTeacher.id, courseId: deltaArabic.id, classRoomId: deltaClass1.id }),
  shown('at the closed school', {
    teacherId: closedTeacher.id,
    courseId: closedArabic.id,
    classRoomId: closedClass.id,
  }),
  shown('of the teacher of no class', { teacherId: idleTeacher.id, courseId: arabic.id, classRoomId: class4a.id }),
  shown('all of a teacher', { teacherId: teacher.id, courseId: null, classRoomId: class4a.id }),
]
const here = { ...planned, classRoomId: class4a.id, courseId: arabic.id, monthId: month.september }
const there = { ...planned, classRoomId: deltaClass1.id, courseId: deltaArabic.id, monthId: month.deltaMonth }
const inClosedSchool = {
  ...planned,
  classRoomId: closedClass.id,
  courseId: closedArabic.id,
  monthId: monthId(world.closedPastYear, 1),
}

const ownLink = shown('the teacher who links teachers', { teacherId: linksTeachers, schoolId: nile.id })

export const moreOfTeaching: Record<string, Body[]> = {
  'SchoolTeacher/AddSchoolTeacher': [ownLink],
  'SchoolTeacher/UpdateSchoolTeacher': [ownLink],
  'SchoolTeacherCourse/GetSchoolTeacherCourse': ofOthers,
  'SchoolTeacherCourse/AddSchoolTeacherCourse': ofOthers,
  'SchoolTeacherCourse/RemoveSchoolTeacherCourse': ofOthers,
  'ClassRoomTeacherCourse/GetClassRoomIeacherCourse': inClass.slice(0, 3),
  'ClassRoomTeacherCourse/CreateClassRoomTeacherCourse': [
    ...inClass.slice(0, 3),
    shown('the teacher who links teachers', { teacherId: linksTeachers, courseId: arabic.id, classRoomId: class4a.id }),
  ],
  'ClassRoomTeacherCourse/DeleteClassRoomIeacherCourse': inClass,
  'ClassRoomTeacherCourse/GetTracherData': [
    shown('the teacher of two schools', { teacherId: dual.id }),
    shown('the teacher of no class', { teacherId: idleTeacher.id }),
  ],
  'SchoolTeacher/GetTeacherSchools': [shown('teacherId of another', { teacherId: teacher.id })],
  'Exams/AddNewExam': [
    shown('at Delta', there),
    shown('at the closed school', inClosedSchool),
    shown('for Omar alone', { ...here, studentsIds: [omar.id] }),
    shown('in a course another teaches', { ...here, courseId: world.maths.id }),
  ],
  'Exams/AddExams': [
    shown('at Delta', { items: [there] }),
    shown('at the closed school', { items: [inClosedSchool] }),
    shown('of two schools', { items: [here, there] }),
  ],
  ...moreOfWork,
}
