import { type Asked, badIds, type Line, one, refused } from './expected.ts'
import { inSchoolOf } from './places.ts'

/** The key of the installation, the same for everybody. */
export const key: Line = ({ who }) =>
  who
    ? { status: 200, body: null, fits: (body) => Buffer.from((body as { key: string }).key, 'base64url').length === 65 }
    : refused.signedOut

/** A person's own devices. */
export const devices: Line = ({ graph, who }) =>
  who
    ? {
        status: 200,
        body: graph.push_subscriptions
          .filter(({ person_id }) => person_id === who)
          .map(({ id, language, created_at, last_used_at }) => ({
            id,
            device: '',
            current: false,
            language,
            createDate: created_at,
            lastUseDate: new Date(last_used_at).toISOString(),
          })),
      }
    : refused.signedOut

/** The tests know no push service. */
export const subscribe: Line = ({ who }) =>
  who ? { status: 400, sentence: 'This push service is not allowed' } : refused.signedOut

export const unsubscribe: Line = ({ graph, who, body }) => {
  if (!who) return refused.signedOut
  const own = graph.push_subscriptions.some(({ id, person_id }) => id === body.deviceId && person_id === who)
  return badIds(body, 'deviceId!') ?? (own ? { status: 200, body: { done: true, changed: 1 } } : refused.notFound)
}

const topics = 'attendance homework exams activities results notes children duties school payments'.split(' ')

/** Nobody has chosen anything yet. */
export const preferences: Line = ({ who }) =>
  who
    ? {
        status: 200,
        body: {
          ...Object.fromEntries(topics.map((topic) => [topic, 'once'])),
          digestHour: 18,
          quietFrom: 22,
          quietTo: 6,
          language: null,
          sms: false,
          smsPossible: false,
          version: 1,
        },
      }
    : refused.signedOut

/** No school sends any, and this installation cannot. */
export const ofSchool: Line = (asked) => schoolNotices(asked, false)

export const updateSchool: Line = (asked) => schoolNotices(asked, true)

function schoolNotices(asked: Asked, writes: boolean) {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const school = graph.schools.find(({ id }) => id === body.schoolId)
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, ['UpdateSchoolData'], school?.id)
  if (refusal) return refusal
  const { id, active } = one(graph.schools, school!.id)
  if (writes && !active) return refused.notActive
  return { status: 200, body: { schoolId: id, sms: writes, smsPossible: false } } as const
}
