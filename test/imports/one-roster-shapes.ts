import * as z from 'zod/mini'

/**
 * The answers of the rostering and gradebook services as the public REST binding of OneRoster 1.2 describes them: what is required, which words there are,
 * and that nothing else stands there. The published JSON schemas are not part of this project; these were written from the specification.
 */
const text = z.string().check(z.minLength(1))
const truth = z.enum(['true', 'false'])
const day = text.check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const moment = text.check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
const linkTo = (type: string) => z.strictObject({ href: z.url(), sourcedId: text, type: z.literal(type) })
const some = <S extends z.ZodMiniType>(shape: S) => z.optional(shape)

const every = { sourcedId: text, status: z.enum(['active', 'tobedeleted']), dateLastModified: moment }

const org = z.strictObject({
  ...every,
  name: text,
  type: z.enum(['department', 'school', 'district', 'local', 'state', 'national']),
  identifier: text,
  parent: some(linkTo('org')),
  children: some(z.array(linkTo('org'))),
})
const academicSession = z.strictObject({
  ...every,
  title: text,
  startDate: day,
  endDate: day,
  type: z.enum(['gradingPeriod', 'semester', 'schoolYear', 'term']),
  parent: some(linkTo('academicSession')),
  schoolYear: text.check(z.regex(/^\d{4}$/)),
})
const course = z.strictObject({
  ...every,
  title: text,
  schoolYear: some(linkTo('academicSession')),
  courseCode: text,
  grades: some(z.array(text)),
  subjects: some(z.array(text)),
  org: linkTo('org'),
})
const ofClass = z.strictObject({
  ...every,
  title: text,
  classType: z.enum(['homeroom', 'scheduled']),
  grades: some(z.array(text)),
  subjects: some(z.array(text)),
  course: linkTo('course'),
  school: linkTo('org'),
  terms: z.array(linkTo('academicSession')).check(z.minLength(1)),
})
const enrollment = z.strictObject({
  ...every,
  user: linkTo('user'),
  class: linkTo('class'),
  school: linkTo('org'),
  role: z.enum(['administrator', 'proctor', 'student', 'teacher']),
  primary: truth,
})
const user = z.strictObject({
  ...every,
  enabledUser: truth,
  username: text,
  givenName: text,
  familyName: text,
  middleName: some(text),
  identifier: some(text),
  email: some(text),
  sms: some(text),
  phone: some(text),
  agents: some(z.array(linkTo('user'))),
  grades: some(z.array(text)),
  roles: z
    .array(
      z.strictObject({
        roleType: z.enum(['primary', 'secondary']),
        role: z.enum(['student', 'teacher', 'parent', 'guardian']),
        org: linkTo('org'),
      }),
    )
    .check(z.minLength(1)),
  primaryOrg: linkTo('org'),
  // The standard leaves open what stands in it.
  metadata: some(z.strictObject({ mergedIntoSourcedId: text })),
})
const demographics = z.strictObject({
  ...every,
  birthDate: some(day),
  sex: some(z.enum(['male', 'female', 'unspecified', 'other'])),
  cityOfBirth: some(text),
})

const category = z.strictObject({ ...every, title: text, weight: some(z.number()) })
const lineItem = z.strictObject({
  ...every,
  title: text,
  description: some(text),
  assignDate: moment,
  dueDate: moment,
  class: linkTo('class'),
  school: linkTo('org'),
  category: linkTo('category'),
  gradingPeriod: some(linkTo('academicSession')),
  academicSession: some(linkTo('academicSession')),
  resultValueMin: some(z.number()),
  resultValueMax: some(z.number()),
})
const result = z.strictObject({
  ...every,
  lineItem: linkTo('lineItem'),
  student: linkTo('user'),
  class: some(linkTo('class')),
  score: some(z.number()),
  scoreStatus: z.enum(['exempt', 'fully graded', 'not submitted', 'partially graded', 'submitted']),
  scoreDate: day,
})

/** The collections of the gradebook, as below. */
export const shapesOfGradebook = {
  categories: ['categories', 'category', category],
  lineItems: ['lineItems', 'lineItem', lineItem],
  results: ['results', 'result', result],
} as const

/** The collections by the last word of their addresses, with the names in their answers. */
export const shapesOfRoster = {
  orgs: ['orgs', 'org', org],
  schools: ['orgs', 'org', org],
  academicSessions: ['academicSessions', 'academicSession', academicSession],
  terms: ['academicSessions', 'academicSession', academicSession],
  gradingPeriods: ['academicSessions', 'academicSession', academicSession],
  courses: ['courses', 'course', course],
  classes: ['classes', 'class', ofClass],
  enrollments: ['enrollments', 'enrollment', enrollment],
  users: ['users', 'user', user],
  students: ['users', 'user', user],
  teachers: ['users', 'user', user],
  demographics: ['demographics', 'demographics', demographics],
} as const

export const shapeOfStatus = z.strictObject({
  imsx_codeMajor: z.enum(['success', 'processing', 'failure', 'unsupported']),
  imsx_severity: z.enum(['status', 'error', 'warning']),
  imsx_description: text,
  imsx_CodeMinor: z.strictObject({
    imsx_codeMinorField: z
      .array(
        z.strictObject({
          imsx_codeMinorFieldName: text,
          imsx_codeMinorFieldValue: z.enum([
            'fullsuccess',
            'invalid_filter_field',
            'invalid_selection_field',
            'invalid_sort_field',
            'invaliddata',
            'unauthorisedrequest',
            'forbidden',
            'server_busy',
            'unknownobject',
            'internal_server_error',
            'unsupported',
          ]),
        }),
      )
      .check(z.minLength(1)),
  }),
})
