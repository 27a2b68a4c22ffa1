import * as z from 'zod/mini'
import { anySchoolOrPlatform, staff, staffOrSelf } from '#contract/language/access.ts'
import { Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ClassItem, Done, Item } from '#contract/language/shapes.ts'

/** A course that a teacher has in a school. */
export const TeacherCourse = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  courseId: z.string(),
  courseName: z.string(),
})

/** A course that a teacher teaches in a class; it allows the teacher to see the class. */
export const ClassTeacherCourse = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  schoolId: z.string(),
})

const teacherCourse = z.strictObject({ teacherId: Id, schoolId: Id, courseId: Id })
const classTeacherCourse = z.strictObject({ teacherId: Id, courseId: Id, classRoomId: Id })

/** Courses of a school's teachers. */
export const teacherCourses = {
  formData: operation({
    path: 'SchoolTeacherCourse/GetInitialLists',
    access: staff('LinkTeacherToCourse&Class', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.object({ schoolTeachers: z.array(Item), schoolCourses: z.array(Item) }),
  }),

  list: operation({
    path: 'SchoolTeacherCourse/GetSchoolTeacherCoursesList',
    access: staffOrSelf('ViewTeachersList', { school: 'schoolId' }, 'teacherId'),
    input: z.strictObject({ teacherId: Id, schoolId: Id, ...paging }),
    output: z.array(TeacherCourse),
    paging: 'whole',
  }),

  get: operation({
    path: 'SchoolTeacherCourse/GetSchoolTeacherCourse',
    access: staffOrSelf('ViewTeachersList', { school: 'schoolId' }, 'teacherId'),
    input: teacherCourse,
    output: TeacherCourse,
  }),

  add: operation({
    path: 'SchoolTeacherCourse/AddSchoolTeacherCourse',
    access: staff('LinkTeacherToCourse&Class', { school: 'schoolId' }, 'wholeSchool'),
    input: teacherCourse,
    output: TeacherCourse,
    writes: true,
  }),

  remove: operation({
    path: 'SchoolTeacherCourse/RemoveSchoolTeacherCourse',
    access: staff('UnlinkTeacherToCourse&Class', { school: 'schoolId' }, 'wholeSchool'),
    input: teacherCourse,
    output: Done,
    writes: true,
  }),
}

/** Which teacher teaches which course in which class. */
export const classTeaching = {
  formData: operation({
    path: 'ClassRoomTeacherCourse/GetInitialData',
    access: staff('LinkTeacherToCourse&Class', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.object({ courses: z.array(Item), classRooms: z.array(ClassItem) }),
  }),

  list: operation({
    path: 'ClassRoomTeacherCourse/GetTracherData',
    access: { ...anySchoolOrPlatform(['ViewTeachersList'], []), rows: ['own', 'wholeSchool'], orSelf: 'teacherId' },
    input: z.strictObject({ teacherId: Id, ...paging }),
    output: z.array(ClassTeacherCourse),
    paging: 'whole',
  }),

  get: operation({
    path: 'ClassRoomTeacherCourse/GetClassRoomIeacherCourse',
    access: staffOrSelf('ViewTeachersList', { classRoom: 'classRoomId' }, 'teacherId'),
    input: classTeacherCourse,
    output: ClassTeacherCourse,
  }),

  add: operation({
    path: 'ClassRoomTeacherCourse/CreateClassRoomTeacherCourse',
    access: staff('LinkTeacherToCourse&Class', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: classTeacherCourse,
    output: ClassTeacherCourse,
    writes: true,
  }),

  remove: operation({
    path: 'ClassRoomTeacherCourse/DeleteClassRoomIeacherCourse',
    access: staff('UnlinkTeacherToCourse&Class', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ teacherId: Id, classRoomId: Id, courseId: optional(Id) }),
    output: Done,
    writes: true,
  }),
}
