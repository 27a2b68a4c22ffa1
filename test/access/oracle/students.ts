import { badIds, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { staffOnly } from './places.ts'

const keys = 'ViewSchoolStudentsList ViewAttendanceList ViewHomework ViewExams ViewActivities ViewNotes'.split(' ')

/** The roll: a class's active students. */
export const ofClass: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const classRoomId = body.classRoomId as string
  const refusal = badIds(body, 'classRoomId!', 'schoolId') ?? staffOnly(asked, keys, { classRoomId })
  if (refusal) return refusal

  const classRoom = one(graph.class_rooms, classRoomId)
  const schoolId = classRoom.school_id
  if (body.schoolId != null && body.schoolId !== schoolId) return refused.invalid

  const seesBirthDate = rights.may('UpdateStudentInfo', schoolId) || rights.may('AssignStudentToSchool', schoolId)
  const taught = graph.class_teacher_courses.filter(({ class_room_id }) => class_room_id === classRoomId)
  const coursesCount = new Set(taught.map(({ course_id }) => course_id)).size
  const roll = graph.students.filter(({ class_room_id, active }) => class_room_id === classRoomId && active)
  return page(
    sorted(roll, ({ first_name, middle_name, last_name, id }) => [
      { name: first_name },
      { name: middle_name },
      { name: last_name },
      id,
    ]).map((student) => ({
      id: student.id,
      code: student.code,
      firstName: student.first_name,
      midelName: student.middle_name,
      middelName: student.middle_name,
      lastName: student.last_name,
      imageUrl: student.image_url,
      schoolId,
      schoolName: one(graph.schools, schoolId).name,
      classRoomId,
      classRoomName: classRoom.name,
      birthDate: seesBirthDate ? student.birth_date : null,
      active: true,
      isPayed: student.is_paid,
      coursesCount,
      version: student.version,
    })),
    body,
    'whole',
  )
}

/** The caller's own children, and nobody else's whatever parentId is sent. */
export const children: Line = ({ graph, who, rights, body }) => {
  if (!who) return refused.signedOut
  const bad = badIds(body, 'relationId')
  if (bad) return bad
  if (!rights.appKeys.includes('ViewChildernsList')) return refused.forbidden

  const rows = rights.children
    .filter(({ relationId }) => body.relationId == null || relationId === body.relationId)
    .map(({ student, relationId }) => {
      const classRoom = one(graph.class_rooms, student.class_room_id)
      return {
        studentId: student.id,
        studentName: fullName(student),
        studentImage: student.image_url,
        imageUrl: student.image_url,
        parentId: who,
        relationId,
        relationName: one(graph.relation_types, relationId).name,
        schoolId: student.school_id,
        schoolName: one(graph.schools, student.school_id).name,
        classRoomId: classRoom.id,
        calssroomId: classRoom.id,
        classRoomName: classRoom.name,
        classroomName: classRoom.name,
        gradeId: classRoom.grade_id,
        gradeName: one(graph.grades, classRoom.grade_id).name,
        wcsUrl: classRoom.wcs_url,
        seatEndedOn: student.seat_ended_on,
      }
    })
  return page(
    sorted(rows, ({ studentName, studentId }) => [{ name: studentName }, studentId]),
    body,
    'whole',
  )
}
