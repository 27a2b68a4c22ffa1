import { world } from '#test/world.ts'
import type { Body } from './body.ts'
import { type Graph, rowOf } from './graph.ts'

/** What is searched for: by names as they stand once every text is a canary, by codes, and by guardians' phones. */
export function searches(graph: Graph): Body[] {
  const text = (id: string, column: string) => String(rowOf(graph, id)!.row[column])
  const students = (names: ('omar' | 'laila' | 'inactiveStudent' | 'deltaStudent')[]) =>
    names.map((who) => [who, text(world[who].id, 'code')])
  const classes = (names: ('class4a' | 'class5a' | 'class6c' | 'deltaClass1')[]) =>
    names.map((one) => [one, text(world[one].id, 'name')])
  const teachers = ['teacher', 'deltaTeacher'] as const
  const guardians = ['parent', 'formerParent', 'inactiveParent', 'deltaParent'] as const
  const inBoth = [
    ...students(['laila', 'inactiveStudent', 'deltaStudent']),
    ...classes(['class5a', 'class6c', 'deltaClass1']),
    ...teachers.map((who) => [who, text(world[who].id, 'first_name')]),
    ...guardians.map((who) => [who, world[who].phone]),
    ['every student', 'CNRY-nile-students'],
    ['every class', 'CNRY-nile-class_rooms'],
  ]
  const at = (school: 'nile' | 'delta', all: string[][]) =>
    all.map(([about, words]) => ({
      about: `${about} at ${school}`,
      body: { schoolId: world[school].id, text: words },
      shown: true,
    }))
  return [...at('nile', [...students(['omar']), ...classes(['class4a']), ...inBoth]), ...at('delta', inBoth)]
}
