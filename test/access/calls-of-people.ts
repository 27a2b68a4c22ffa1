import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { type Body, shown } from './body.ts'
import { type Graph, rowOf } from './graph.ts'
import { liveGrant } from './people.ts'

const { manager, teacher, parent, admin, deltaTeacher } = world
const people = Object.entries({ manager, teacher, parent, admin, deltaTeacher })
const names = { userName: 'a name', firstName: 'first', lastName: 'last' }
const password = 'another one'
const birthDay = '1990-05-01'

/** A placeholder for a phone that was never used before (run.ts). */
export const freshPhone = 'a fresh phone'

/** What the operations of people's own accounts need besides ids. */
export const plainOfPeople = {
  'API/Identity/ConfirmPhonNumber': { phoneNumber: freshPhone, key: '00000' },
  'API/Identity/AddUserNewPassword': { userId: idOf('nothing', 'at all'), password },
  'API/Identity/ChangePassword': { oldPassword: 'the old one', newPassword: password, confirmNewPassword: 'not alike' },
  'API/User/UpdateUser': { ...names, birthDay },
  'API/User/GetByPhoneNumber': { phoneNumber: '01299999999' },
}

/** Further bodies: with a grant, with the ids and phones of others. */
export const moreOfPeople: Record<string, Body[]> = {
  'API/Identity/AddUserNewPassword': [
    shown('a live grant', { userId: liveGrant, password }),
    ...people.map(([name, { id }]) => shown(`the id of the ${name}`, { userId: id, password })),
  ],
  'API/Identity/SaveUserMainInfo': [
    shown('id of another', { ...names, id: parent.id }),
    shown('id of another, a password', { ...names, id: parent.id, password }),
    shown('a live grant, a password', { ...names, id: liveGrant, password }),
  ],
  'API/User/UpdateUser': [
    shown('id of another', { ...names, birthDay, id: parent.id, userType: 0, phoneNumber: parent.phone }),
  ],
  'API/User/GetByPhoneNumber': people.map(([name, { phone }]) => shown(name, { phoneNumber: phone })),
}

/** Search texts: names as they are after every text is a canary, codes, and guardians' phones. */
/** Students and classes of both schools by their ids. */
export const openedBefore: Body[] = (['nile', 'delta'] as const).map((school) => ({
  about: `ids at ${school}`,
  body: {
    schoolId: world[school].id,
    ids: (
      ['omar', 'laila', 'inactiveStudent', 'deltaStudent', 'class4a', 'class5a', 'class6c', 'deltaClass1'] as const
    ).map((one) => world[one].id),
  },
  shown: true,
}))

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
    ['digits of deltaStudent', text(world.deltaStudent.id, 'code').slice(2)],
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

/** Students as if they were added again, in their own school and in another. */
export const namesakes = (graph: Graph): Body[] =>
  (['nile', 'delta'] as const).flatMap((school) =>
    (['laila', 'deltaStudent'] as const).map((who) => {
      const { first_name: firstName, middle_name: middleName, last_name: lastName } = rowOf(graph, world[who].id)!.row
      return {
        about: `${who} at ${school}`,
        body: { schoolId: world[school].id, firstName, middleName, lastName },
        shown: true,
      }
    }),
  )
