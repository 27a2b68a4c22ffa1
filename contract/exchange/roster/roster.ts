import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { Id, Int, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** The collections of the rostering service of OneRoster 1.2, by the last word of their addresses. */
export const rosterCollections = [
  'orgs',
  'schools',
  'academicSessions',
  'terms',
  'gradingPeriods',
  'courses',
  'classes',
  'enrollments',
  'users',
  'students',
  'teachers',
  'demographics',
] as const

export type RosterCollection = (typeof rosterCollections)[number]

/** What a collection can be narrowed to: the rows of one of these. */
export const rosterOwners = ['courses', 'classes', 'terms', 'students', 'teachers', 'users'] as const

/** How many rows an answer has unless asked otherwise, and at most. */
export const rowsOfRoster = { usual: 100, most: 10_000 }

const text = z.string()
const some = z.optional(text)

/** A link to another row. `type` is the kind of that row, in the singular. */
export const RowLink = z.object({ sourcedId: text, type: text })
const links = z.optional(z.array(RowLink))

/** What every row of OneRoster has. */
export const everyRow = { sourcedId: text, status: z.enum(['active', 'tobedeleted']), dateLastModified: text }

/** Which rows of a collection are meant, as the standard writes it; with `sourcedId` the one row. */
export const pageOfRows = {
  sourcedId: optional(Text(1, 200)),
  limit: optional(Int(1, rowsOfRoster.most)),
  offset: optional(Int(0, 10_000_000)),
  filter: optional(Text(1, 1000)),
  sort: optional(Text(1, 100)),
  orderBy: optional(OneOf(['asc', 'desc'])),
  fields: optional(Text(1, 1000)),
}

/** A row of any collection. A field that a row has not is absent, never null or empty. Truth values are texts in OneRoster 1.2. */
const RosterRow = z.object({
  ...everyRow,
  name: some,
  title: some,
  type: some,
  identifier: some,
  startDate: some,
  endDate: some,
  schoolYear: z.optional(z.union([text, RowLink])),
  parent: z.optional(RowLink),
  courseCode: some,
  org: z.optional(RowLink),
  classType: some,
  grades: z.optional(z.array(text)),
  subjects: z.optional(z.array(text)),
  course: z.optional(RowLink),
  school: z.optional(RowLink),
  terms: links,
  user: z.optional(RowLink),
  class: z.optional(RowLink),
  role: some,
  primary: some,
  username: some,
  enabledUser: some,
  givenName: some,
  middleName: some,
  familyName: some,
  email: some,
  sms: some,
  phone: some,
  roles: z.optional(z.array(z.object({ roleType: text, role: text, org: RowLink }))),
  agents: links,
  primaryOrg: z.optional(RowLink),
  /** Of a student who was merged into another one: which one was kept. */
  metadata: z.optional(z.object({ mergedIntoSourcedId: text })),
  birthDate: some,
  sex: some,
  cityOfBirth: some,
})

export type RosterRowOf = z.output<typeof RosterRow>

/** Further operations (api.md §16): the school as OneRoster 1.2 shows it. Its own addresses (`/ims/oneroster/…`) are answered by this one. */
export const roster = {
  /**
   * A page of a collection, or with `sourcedId` the one row. `within` and `withinId`: only what belongs to that row. `filter`, `sort`,
   * `orderBy` and `fields` as the standard writes them.
   */
  read: operation({
    path: 'OneRoster/Read',
    access: staff(allOf('ViewTeachersList', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      collection: OneOf(rosterCollections),
      within: optional(OneOf(rosterOwners)),
      withinId: optional(Text(1, 200)),
      ...pageOfRows,
    }),
    output: z.object({ total: z.number(), rows: z.array(RosterRow) }),
    lasts: 30_000,
  }),
}
