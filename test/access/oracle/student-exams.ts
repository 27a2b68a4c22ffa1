import * as work from './class-work.ts'
import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'
import * as rating from './rating.ts'
import * as results from './results.ts'

const works = (graph: Asked['graph']): work.Work[] =>
  graph.exams.map(({ exam_date, ...row }) => ({ ...row, date: exam_date }))

const final = { status: 409, sentence: 'A completed year cannot be changed' }

const yearOf = ({ graph }: Asked, monthId: unknown) =>
  one(graph.school_years, one(graph.school_year_months, monthId as string).school_year_id)

const isFinal = (asked: Asked, { month_id }: work.Work) => (yearOf(asked, month_id).completed ? final : null)

const exam: results.Kind = {
  works,
  view: ['ViewExams', 'ViewExamsSetting'],
  add: ['AddExam', 'AddMultipleExams'],
  change: ['UpdateExam'],
  rates: ['RateExam'],
  onTheWire: () => ({}),
  id: 'examId',
  day: 'examDate',
  read: 'examId',
  mark: 'totalResult',
  isFinal,
  results: (graph) =>
    graph.student_exams.map(({ exam_id, total_result, is_attend, ...row }) => ({
      ...row,
      workId: exam_id,
      result: total_result,
      tookPart: is_attend,
    })),
  resultOnTheWire: (graph, row, { result, tookPart }) => {
    const {
      id,
      createDate: _,
      lastModifyDate: __,
      rate,
      version: ___,
      details,
      classRoomName,
      ...rest
    } = work.alike(graph, row)
    return {
      ...rest,
      examId: id,
      examDate: row.date,
      examDetails: details,
      monthId: row.month_id,
      month: one(graph.school_year_months, row.month_id!).name,
      classRoom: classRoomName,
      examRate: rate,
      rate,
      totalResults: result,
      totalResult: result,
      isAttend: tookPart,
    }
  },
  /** The month is one of the school's, in use, and its year goes on. */
  month(asked, monthId, schoolId): Expected | null {
    const month = asked.graph.school_year_months.find(({ id, school_id }) => id === monthId && school_id === schoolId)
    if (!month) return refused.notFound
    if (yearOf(asked, monthId).completed) return final
    return month.is_active ? null : { status: 409, sentence: 'This month is not active' }
  },
}

export const resultList = results.list(exam)
export const resultOf = results.get(exam)
export const addForOne = rating.addForOne(exam)
export const rate = rating.rate(exam)
export const rateSeveral = rating.rateSeveral(exam)

export const assign: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'examId!', 'studentId!')
  if (bad) return bad
  const held = work.changeable(asked, exam, exam.change, body.examId)
  if ('status' in held) return held
  const row = exam.results(graph).find(({ workId, student_id }) => workId === held.id && student_id === body.studentId)
  const isOn = row?.removed_at === null
  const unfitting = isOn ? null : work.unfit(asked, held.class_room_id, null, [body.studentId as string])
  if (unfitting) return unfitting
  if (isFinal(asked, held)) return final
  if (isOn) return { status: 409, sentence: 'This student is already assigned to this exam' }
  const unrated = { result: null, tookPart: null, version: 1 }
  const result = { workId: held.id, student_id: body.studentId as string, removed_at: null, ...(row ?? unrated) }
  return { status: 200, body: results.onTheWire(graph, exam, { row: held, result }) }
}
