import type * as z from 'zod/mini'
import type { uploadWeek, WeekFile } from '#contract/exchange/imports/week-files.ts'
import { rowOfCells } from '#contract/school/timetable/pasted.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { takeTime } from '#server/db/patience.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { newId } from '#server/db/ids.ts'
import type { FileContent, FileReader } from '#server/exchange/imports/read/read-file.ts'
import { gradeChoices } from '#server/school/grades/grades.queries.ts'
import { insertLessons, planOf, type PlannedLesson, type WeekPlan } from '#server/school/timetable/drafts.queries.ts'
import { newDraft } from '#server/school/timetable/new-draft.rules.ts'
import { weekOfRows } from '#server/school/timetable/pasted.rules.ts'
import { insertDivisions, namesMeant } from '#server/school/timetable/week-names.queries.ts'
import { lessonsRead, type LessonsRead, type WeekRead } from '#server/school/timetable/week-read.rules.ts'
import type { WeekUploads } from './port.ts'
import { rowsOfGrids } from './week-grids.rules.ts'

/** Reads uploads as weeks. */
export const weekUploadsOf = ({ readWeek }: FileReader): WeekUploads => ({
  async reading(file) {
    const content = await readWeek(file)
    const read = 'week' in content ? content.week : weekOfTable(content)
    return (context: Context<typeof uploadWeek>) => takenOver(context, read)
  },
})

const noClass = 'Write the class above each week, such as: Class 4A'

function weekOfTable(content: FileContent) {
  if ('files' in content) throw invalid('This file has no lessons')
  const sheets = 'rows' in content ? [{ name: '', rows: content.rows }] : content.sheets.filter((one) => !one.isHidden)
  const listed = sheets.flatMap(({ rows }) => rows.flatMap(({ cells }) => rowOfCells(cells) ?? []))
  if (listed.length > 0) return weekOfRows(listed)
  const drawn = sheets.map(({ name, rows }) => rowsOfGrids(rows, name))
  if (drawn.some(({ unnamed }) => unnamed > 0)) throw invalid(noClass)
  const read = drawn.flatMap(({ rows }) => rows)
  if (read.length === 0) throw invalid('This file has no lessons')
  return weekOfRows(read)
}

/** Seconds; a large school has 8,000 lessons. */
const patience = { statement: 20 }
const leftOutShown = 200

async function takenOver(
  { db, school, input, audit }: Context<typeof uploadWeek>,
  read: WeekRead,
): Promise<z.output<typeof WeekFile>> {
  if (read.lessons.length === 0 && read.withoutPlace.length === 0) throw invalid('This file has no lessons')
  await takeTime(db, patience)
  const plan = await planOf(db, school.id, newId())
  const found = lessonsRead(plan, read, await namesMeant(db, school.id))
  const { lessons, divisions } = found
  const weeks = lessons.some(({ week }) => week !== 0) ? 2 : 1
  const answer = {
    timetableId: null,
    weeks,
    ...described(plan, found),
    grades: await gradeChoices(db, school.id),
  }
  if (!input.timetableName) return answer
  if (lessons.length === 0) throw conflict('This timetable has no lessons')
  await lockSchool(db, school.id)
  const timetableId = await newDraft(db, school.id, { name: input.timetableName, weeks, anchor: school.today })
  if (divisions.length > 0) await insertDivisions(db, school.id, divisions)
  await insertLessons(db, { schoolId: school.id, timetableId, lessons })
  await audit('timetable', timetableId, school.id, { rows: lessons.length })
  return { ...answer, timetableId }
}

function described(plan: WeekPlan, { lessons, leftOut, names, divisions, withoutPlace }: LessonsRead) {
  const taught = new Set(plan.teaching.map((one) => `${one.teacherId} ${one.courseId} ${one.classRoomId}`))
  const isTaught = ({ teacherIds, courseId, classes }: PlannedLesson) =>
    teacherIds.length > 0 &&
    teacherIds.every((id) => classes.some(({ classRoomId }) => taught.has(`${id} ${courseId} ${classRoomId}`)))
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  return {
    lessons: lessons.length,
    lacksTeacher: lessons.filter((lesson) => !isTaught(lesson)).length,
    newGroups: divisions.reduce((sum, { groups }) => sum + groups.length, 0),
    names,
    withoutPlace: withoutPlace.slice(0, leftOutShown),
    leftOut: leftOut.slice(0, leftOutShown),
    leftOutCount: leftOut.length,
    classes: plan.classes.map(named),
    courses: plan.courses.map(named),
    teachers: plan.teachers.map(named),
    rooms: plan.rooms.map(named),
  }
}
