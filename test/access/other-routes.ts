import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { importTemplate } from '#contract/exchange/exports/import-template.ts'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { uploadImport } from '#contract/exchange/imports/imports.ts'
import { uploadStatement } from '#contract/money/fees/statements.ts'
import { uploadWeek } from '#contract/exchange/imports/week-files.ts'
import { live } from '#contract/platform/live/live.ts'
import { pictures, uploads } from '#contract/platform/pictures/pictures.ts'
import type { Operation } from '#contract/language/operation.ts'
import { operations } from '#server/operations.ts'
import { formOf } from '#test/pictures/sending.ts'
import { plain } from '#test/pictures/files.ts'
import { years } from '#test/world/schools.ts'
import { world } from '#test/world/world.ts'
import { exam } from '#test/world/spare/exam-rows.ts'
import { bodiesOf } from './calls.ts'
import { collected } from './collected.ts'
import { interpret, scopeAsText } from './interpreter.ts'
import { contactType } from '#test/world/spare/list-rows.ts'
import { everyCall, type Ground, personOf, type Plan } from './plan.ts'
import type { Persona } from './people.ts'
import type { Ruling } from './interpreter.ts'
import { refused } from './refused.ts'
import { activity, homework } from '#test/world/spare/work-rows.ts'

/** A call with a body or an answer that is not JSON: how it is sent, and what the declared access says. */
export type Route = {
  about: string
  send: () => Promise<InjectOptions>
  ruling: (persona: Persona) => Ruling
  writes: boolean
  /** What people who are let in are answered instead of 200, because the thing itself is not there. */
  instead?: string
}

const { nile, delta, closed, omar, laila, deltaStudent, class4a, class5a, deltaClass1 } = world
const nothing = { id: randomUUID() }
const named = <T extends { id: string }>(things: Record<string, T>) => Object.entries(things)

const expectedBy = (ground: Ground, operation: Operation, body: Record<string, unknown>) => (persona: Persona) =>
  interpret(operation, personOf(ground, persona), body)

/** An additional rule beyond the declared access: an allowed caller who fails the rule gets "not found". */
const and =
  (ruling: (persona: Persona) => Ruling, rule: (persona: Persona) => boolean) =>
  (persona: Persona): Ruling => {
    const declared = ruling(persona)
    return 'scope' in declared && !rule(persona) ? { refusal: refused.notFound } : declared
  }

const form = async (url: string, fields: Record<string, string>, bytes: Buffer): Promise<InjectOptions> => ({
  method: 'POST',
  url,
  ...(await formOf(fields, { bytes })),
})

/** Uploads of each kind of picture, the caller's own and others'. */
export function uploadsOf(ground: Ground): Route[] {
  const picture = plain('png')
  const upload = (type: keyof typeof uploads, about: string, id: string, field: string | null): Route => ({
    about: `picture ${type} of ${about}`,
    writes: true,
    send: async () => form('/ImageUploder/UploadImage', { UserId: id, Type: String(type) }, await picture),
    ruling: expectedBy(ground, uploads[type], field ? { [field]: id } : {}),
  })
  const free = (about: string, school: { id: string }): Route => {
    const route = upload(1, `a student still to be added, ${about}`, school.id, 'schoolId')
    const may = (persona: Persona) => ground.rights.get(persona)!.may('AssignStudentToSchool', school.id)
    return { ...route, ruling: and(route.ruling, may) }
  }
  const own = (about: string, { id }: { id: string }): Route => {
    const route = upload(2, about, id, null)
    return { ...route, ruling: and(route.ruling, (persona) => persona.personId === id) }
  }
  const isToday = (from: string, until: string | null) => from <= ground.today && (!until || until >= ground.today)
  const isThere = new Set(ground.graph.students.filter((one) => one.active || one.left_on).map(({ id }) => id))
  const transfer = (about: string, id: string) => {
    const route = upload(8, about, id, 'schoolId')
    const pays = ({ personId }: Persona) =>
      id !== closed.id &&
      ground.graph.student_parents.some(
        (link) =>
          link.parent_id === personId &&
          link.school_id === id &&
          !link.ended_at &&
          isThere.has(link.student_id) &&
          isToday(link.see_from, link.see_until) &&
          isToday(link.pay_from, link.pay_until),
      )
    return { ...route, ruling: and(route.ruling, pays) }
  }
  return [
    ...named({ omar, laila, deltaStudent, nothing }).map(([about, { id }]) => upload(1, about, id, 'studentId')),
    free('nile', nile),
    free('delta', delta),
    own('the parent', world.parent),
    own('the manager', world.manager),
    ...named({ nile, delta, closed, nothing }).map(([about, { id }]) => upload(3, about, id, 'schoolId')),
    upload(5, 'a contact type', contactType.spare, null),
    ...named({ class4a, class5a, deltaClass1, nothing }).map(([about, { id }]) => upload(6, about, id, 'classRoomId')),
    ...named({ nile, delta, closed, nothing }).map(([about, { id }]) => transfer(about, id)),
  ]
}

/** Uploads of student tables, and the empty template. */
export const importsOf = (ground: Ground): Route[] =>
  named({ nile, delta, pending: world.pending, closed, nothing }).flatMap(([about, { id }]) => [
    {
      about: `import into ${about}`,
      writes: true,
      send: () => form('/Import/Upload', { schoolId: id }, Buffer.from('First name,Last name\nA,B\n')),
      ruling: expectedBy(ground, uploadImport, { schoolId: id }),
    },
    {
      about: `statement of the bank into ${about}`,
      writes: true,
      send: () => form('/Fee/UploadStatement', { schoolId: id }, Buffer.from('Date,Credit\n2026-11-01,5\n')),
      ruling: expectedBy(ground, uploadStatement, { schoolId: id }),
      instead: '409 Choose the currency in the settings of fees first',
    },
    {
      about: `week into ${about}`,
      writes: true,
      send: () => form('/Timetable/Upload', { schoolId: id }, Buffer.from('فصل 4أ,Sunday,1,العلوم\n')),
      ruling: expectedBy(ground, uploadWeek, { schoolId: id }),
    },
    {
      about: `template of ${about}`,
      writes: false,
      send: async () => post(importTemplate, { schoolId: id, format: 'csv', language: 'en' }),
      ruling: expectedBy(ground, importTemplate, { schoolId: id }),
    },
    {
      about: `folder of ${about}`,
      writes: false,
      send: async () => post(exportSchoolFolder, { schoolId: id }),
      ruling: expectedBy(ground, exportSchoolFolder, { schoolId: id }),
      ...(!Object.values(years).some((year) => year.schoolId === id && year.current) && {
        instead: '409 Make a school year the current one first: every class in the folder belongs to a year',
      }),
    },
  ])

const post = (operation: Operation, payload: object): InjectOptions => ({
  method: 'POST',
  url: `/${operation.path}`,
  payload,
})

/** Streams of changes, of works in reach and of others. */
export function streamsOf(ground: Ground): Route[] {
  const stream = (topic: keyof typeof live, about: string, id: string): Route => ({
    about: `events of ${topic} ${about}`,
    writes: false,
    send: async () => ({ method: 'GET', url: `/Live/Events?${topic}=${id}`, payloadAsStream: true }) as InjectOptions,
    ruling: expectedBy(ground, live[topic], { id }),
  })
  // A person may listen to a limited number of streams at once.
  const { maths5a: _, ...ofHomework } = homework.near
  const { maths5a: __, ...ofActivities } = activity.near
  const works = { exam, homework: ofHomework, activity: ofActivities }
  return Object.entries(works).flatMap(([topic, things]) =>
    Object.entries({ ...things, unknown: nothing.id }).map(([about, id]) => stream(topic as 'exam', about, id)),
  )
}

/**
 * Every list as a file; access and rows are those of the list. One call per list, the one that allows most people; of those with the same expected
 * answers, one person and a sixth of the others.
 */
export function exportsOf(ground: Ground, exportable: (operation: Operation) => boolean) {
  return operations.filter(exportable).map((list) => {
    const bodies = bodiesOf(list, ground.today, ground.graph).filter(({ shown }) => shown)
    const plans = everyCall(ground, list, ground.people, bodies)
    const open = [...new Set(plans.map(({ about }) => about))].toSorted((a, b) => lets(plans, b) - lets(plans, a))[0]
    const alike = collected(plans.filter(({ about }) => about === open).map((plan) => [plan, owedTo(plan)]))
    return {
      plans: [...alike.values()].flatMap((same) => same.filter((_, nth) => nth % 6 === 0)),
      send: (body: object) => fileOf(list, body),
      asItself: (body: object) => (list.method === 'GET' ? get(`/${list.path}`) : post(list, body)),
      list,
    }
  })
}

const owedTo = ({ ruling }: Plan) => ('refusal' in ruling ? ruling.refusal.sentence : scopeAsText(ruling.scope))

const lets = (plans: ReturnType<typeof everyCall>, about: string) =>
  plans.filter((plan) => plan.about === about && 'scope' in plan.ruling).length

const fileOf = (list: Operation, { pageSize: _, ...input }: { pageSize?: number }) =>
  post(exportList, { list: list.path, input, format: 'csv', language: 'en' })

/** Stored pictures, by what they show. `name` is the picture's. */
export function picturesOf(ground: Ground): (Route & { name: string; row: Record<string, string | null> })[] {
  const shown = (about: string, kind: string, school: string | null, owner: string, ruling: Route['ruling']) => {
    const name = `picture-of-${about}`.padEnd(43, '0')
    const row = { name, kind, school_id: school, student_id: kind === 'student' ? owner : null }
    return { about: `picture of ${about}`, writes: false, name, row, ruling, send: async () => get(`/media/${name}`) }
  }
  const student = (about: string, { id, schoolId }: { id: string; schoolId: string }) =>
    shown(about, 'student', schoolId, id, expectedBy(ground, pictures.student, { studentId: id }))
  const school = (about: string, { id }: { id: string }) =>
    shown(about, 'school', id, id, expectedBy(ground, pictures.school, { schoolId: id }))
  return [
    student('omar', omar),
    student('laila', laila),
    student('deltaStudent', deltaStudent),
    school('nile', nile),
    school('closed', closed),
    ...named({ nile, delta }).map(([about, { id }]) =>
      shown(`transfer-${about}`, 'transfer', id, id, expectedBy(ground, pictures.transfer, { schoolId: id })),
    ),
  ]
}

const get = (url: string): InjectOptions => ({ method: 'GET', url })
