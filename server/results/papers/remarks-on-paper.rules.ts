import type { ClosedRemark } from '#server/results/results/remarks.queries.ts'

type Row = {
  courseId: string | null
  courseName: string | null
  courseNameEn: string | null
  remarks: ClosedRemark[] | null
}

/** Who wrote the remarks of these rows, each once. */
export const writersOf = (rows: readonly Row[]) => [
  ...new Set(rows.flatMap(({ remarks }) => (remarks ?? []).map(({ byName }) => byName))),
]

/** The remarks of a student as a card prints them: with the names of courses, and of their writers in Latin letters. Nothing without any. */
export function remarksOnPaper(rows: readonly Row[], latinOf: (name: string) => string | null) {
  const sum = rows.find(({ courseId }) => courseId === null)
  const courseOf = (id: string | null) => rows.find(({ courseId }) => courseId === id && id !== null)
  const remarks = (sum?.remarks ?? []).map(({ courseId, ...remark }) => {
    const byLatinName = latinOf(remark.byName)
    const { courseName = null, courseNameEn } = courseOf(courseId) ?? {}
    return {
      course: courseName,
      ...(courseNameEn && { courseEn: courseNameEn }),
      ...remark,
      ...(byLatinName && { byLatinName }),
    }
  })
  return remarks.length > 0 && { remarks }
}
