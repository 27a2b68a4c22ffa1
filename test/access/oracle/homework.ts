import * as work from './class-work.ts'
import type { Asked } from './expected.ts'
import * as rating from './rating.ts'
import * as results from './results.ts'

const works = (graph: Asked['graph']): work.Work[] =>
  graph.homework.map(({ assignment_date, ...row }) => ({ ...row, date: assignment_date }))

const homework: work.Kind = {
  works,
  view: ['ViewHomework'],
  add: ['AddHomework'],
  change: ['UpdateHomework'],
  onTheWire: (graph, row) => ({ ...work.alike(graph, row), assignmentDate: row.date }),
  id: 'assignmentId',
  day: 'assignmentDate',
}

const result: results.Kind = {
  ...homework,
  rates: ['RateHomework', 'UpdateHomework'],
  results: (graph) =>
    graph.student_homework.map(({ homework_id, is_delivered, ...row }) => ({
      ...row,
      workId: homework_id,
      tookPart: is_delivered,
    })),
  read: 'assignementId',
  mark: 'result',
  resultOnTheWire: (graph, row, { result, tookPart, delivered_date }) => {
    const { id, createDate: _, lastModifyDate: __, rate, version: ___, ...rest } = work.alike(graph, row)
    return {
      ...rest,
      assignmentId: id,
      assignmentDate: row.date,
      assignmentRate: rate,
      result,
      isDelivered: tookPart,
      deliveredDate: delivered_date ?? null,
    }
  },
}

export const list = work.list(homework)
export const get = work.get(homework)
export const add = work.add(homework)
export const update = work.update(homework)
export const remove = work.remove(homework)
export const resultList = results.list(result)
export const resultOf = results.get(result)
export const addForOne = rating.addForOne(result)
export const rate = rating.rate(result)
export const rateSeveral = rating.rateSeveral(result)
