import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { type ExamHead, marksOfClass, type MarksOfStudent } from './class-marks.queries.ts'

export const classMarkOperations = implement(classMarks, {
  async get({ db, school, reach, input }) {
    // Without a course or a month there would be hundreds of columns, which nobody can read.
    if (!input.courseId && !input.monthId) throw invalid('Required', 'courseId')
    const { exams, students } = await marksOfClass(db, { ...input, schoolId: school.id, reach })
    const marked = students.flatMap(({ marks }) => marks.flatMap(countedMark))
    return {
      exams: exams.map(({ place, ...exam }) => ({
        ...exam,
        average: meanOf(marked.filter((mark) => mark.at === place)),
      })),
      students: students.map((student) => inOrderOf(exams, student)),
    }
  },
})

function inOrderOf(exams: readonly ExamHead[], { studentId, studentName, marks }: MarksOfStudent) {
  const byPlace = new Map(marks.map((mark) => [mark[0], mark]))
  const all = exams.map(({ place }) => byPlace.get(place))
  return {
    studentId,
    studentName,
    results: all.map((mark) => mark?.[1] ?? null),
    tookPart: all.map((mark) => mark?.[2] ?? null),
    versions: all.map((mark) => mark?.[3] ?? null),
    average: shareOf(exams, marks.flatMap(countedMark)),
  }
}

type Counted = { at: number; result: number }

/** The 0 of an absent student is not counted, because it says nothing about the exam. */
const countedMark = ([at, result, tookPart]: MarksOfStudent['marks'][number]): Counted[] =>
  result === null || tookPart === false ? [] : [{ at, result }]

const sumOf = (marks: readonly Counted[]) => marks.reduce((sum, { result }) => sum + Math.round(result * 100), 0)

/** With two decimal places, as marks have. */
const meanOf = (marks: readonly Counted[]) =>
  marks.length === 0 ? null : Math.round(sumOf(marks) / marks.length) / 100

/** In percent, with one decimal place. */
function shareOf(exams: readonly ExamHead[], marks: readonly Counted[]) {
  const full = marks.reduce((sum, { at }) => sum + exams[at]!.rate, 0)
  return full === 0 ? null : Math.round((sumOf(marks) / full) * 10) / 10
}
