import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'
import { inSchoolOf } from './places.ts'
import { schoolRow } from './schools.ts'

type School = Asked['graph']['schools'][number]

const schoolManager = '01900000-0000-7000-8000-000000000002'

/** What the platform alone does to a school. */
const ofPlatform =
  (key: string, then: (asked: Asked, school: School) => Expected, ...ids: string[]): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const bad = badIds(asked.body, 'schoolId!', ...ids)
    if (bad) return bad
    if (!asked.rights.appKeys.includes(key)) return refused.forbidden
    const school = asked.graph.schools.find(({ id }) => id === asked.body.schoolId)
    return school ? then(asked, school) : refused.notFound
  }

/** All fields; the balance for who reviews schools. */
const shown = ({ graph, rights }: Asked, school: School) =>
  schoolRow(graph, school, { everything: true, coins: rights.reviews, support: false })

export const addCoins = ofPlatform('AssignCoinsToSchool', (asked, school) => {
  if (asked.rights.belongs(school.id)) return { status: 403, sentence: 'You cannot decide for your own school' }
  const coins = Number(asked.body.coinsCount)
  const byHand = asked.graph.coin_entries
    .filter(({ school_id, kind }) => school_id === school.id && kind === 'manual')
    .reduce((sum, entry) => sum + entry.coins, 0)
  if (byHand + coins < 0) return { status: 409, sentence: 'More coins than were given by hand' }
  const row = shown(asked, school)
  return {
    status: 200,
    body: { ...row, availableCoins: row.availableCoins === null ? null : row.availableCoins + coins },
  }
})

export const changeActivation = ofPlatform('ChangeSchoolActivation', (asked, school) => {
  const active = asked.body.active as boolean
  if (active === school.active) return { status: 200, body: shown(asked, school) }
  if (school.coin_type_id === null) return { status: 409, sentence: 'This school has no coin type yet' }
  return { status: 200, body: shown(asked, { ...school, active, version: school.version + 1 }) }
})

export const activateNew = ofPlatform(
  'ChangeSchoolActivation',
  (asked, school) => {
    const coinTypeId = asked.body.coinTypeId as string
    if (!asked.graph.coin_types.some(({ id }) => id === coinTypeId)) return refused.notFound
    if (school.active && school.coin_type_id === coinTypeId) return { status: 200, body: shown(asked, school) }
    if (school.coin_type_id !== null) return { status: 409, sentence: 'This school already has a coin type' }
    const activated = { ...school, active: true, coin_type_id: coinTypeId, version: school.version + 1 }
    return { status: 200, body: shown(asked, activated) }
  },
  'coinTypeId!',
)

const ofSchool = (asked: Asked): Expected | School => {
  const { body } = asked
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, ['AddUserPermission'], body.schoolId as string)
  return refusal ?? one(asked.graph.schools, body.schoolId as string)
}

const row = ({ graph, rights }: Asked, school: School) =>
  schoolRow(graph, school, { everything: true, coins: rights.may('ViewSchoolData', school.id), support: true })

/** Until when cannot be told before. */
export const openSupport: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const school = ofSchool(asked)
  if ('status' in school) return school
  const manages = asked.graph.user_roles.some(
    ({ user_id, role_id, school_id }) => user_id === asked.who && role_id === schoolManager && school_id === school.id,
  )
  if (!manages) return { status: 403, sentence: 'You cannot grant what you do not hold' }
  const { supportUntil: _, ...holds } = row(asked, school)
  return { status: 200, body: null, holds }
}

/** No window is open in the matrix. */
export const closeSupport: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const school = ofSchool(asked)
  return 'status' in school ? school : { status: 200, body: row(asked, school) }
}
