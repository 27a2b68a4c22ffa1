import { world } from '#test/world.ts'
import type { Body } from './body.ts'
import { type Graph, rowOf } from './graph.ts'

/** What is searched for: by names as they stand once every text is a canary, by codes, and by guardians' phones. */
export function searches(graph: Graph): Body[] {
  const text = (id: string, column: string) => String(rowOf(graph, id)!.row[column])
  const students = ['omar', 'laila', 'inactiveStudent', 'deltaStudent'] as const
  const classes = ['class4a', 'class5a', 'class6c', 'deltaClass1'] as const
  const teachers = ['teacher', 'deltaTeacher'] as const
  const guardians = ['parent', 'formerParent', 'inactiveParent', 'deltaParent'] as const
  return [
    ...students.map((who) => [who, text(world[who].id, 'code')]),
    ...classes.map((one) => [one, text(world[one].id, 'name')]),
    ...teachers.map((who) => [who, text(world[who].id, 'first_name')]),
    ...guardians.map((who) => [who, world[who].phone]),
    ['every student', 'CNRY-nile-students'],
    ['every class', 'CNRY-nile-class_rooms'],
  ].flatMap(([about, words]) =>
    [world.nile, world.delta].map(({ id }, nth) => ({
      about: `${about} at ${nth === 0 ? 'nile' : 'delta'}`,
      body: { schoolId: id, text: words },
      shown: true,
    })),
  )
}
