import * as work from './class-work.ts'
import { type Asked, one } from './expected.ts'
import * as rating from './rating.ts'
import * as results from './results.ts'

const works = (graph: Asked['graph']): work.Work[] =>
  graph.activities.map(({ activity_date, ...row }) => ({ ...row, date: activity_date }))

const activity: work.Kind = {
  works,
  view: ['ViewActivities'],
  add: ['AddActivity'],
  change: ['UpdateActivity'],
  onTheWire: (graph, row) => ({
    ...work.alike(graph, row),
    activityDate: row.date,
    activityDetails: row.details,
    classRoom: one(graph.class_rooms, row.class_room_id).name,
  }),
  id: 'activityId',
  day: 'activityDate',
}

const result: results.Kind = {
  ...activity,
  rates: ['RateActivity', 'UpdateActivity'],
  results: (graph) =>
    graph.student_activities.map(({ activity_id, is_attend, ...row }) => ({
      ...row,
      workId: activity_id,
      tookPart: is_attend,
    })),
  read: 'activityId',
  mark: 'result',
  resultOnTheWire: (graph, row, { result, tookPart }) => {
    const { id, createDate: _, lastModifyDate: __, rate, version: ___, details, ...rest } = work.alike(graph, row)
    return {
      ...rest,
      classRoom: rest.classRoomName,
      activityId: id,
      activityDate: row.date,
      activityDetails: details,
      activityRate: rate,
      result,
      isAttend: tookPart,
    }
  },
}

export const list = work.list(activity)
export const get = work.get(activity)
export const add = work.add(activity)
export const update = work.update(activity)
export const remove = work.remove(activity)
export const resultList = results.list(result)
export const resultOf = results.get(result)
export const addForOne = rating.addForOne(result)
export const rate = rating.rate(result)
export const rateSeveral = rating.rateSeveral(result)
