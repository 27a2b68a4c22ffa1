import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf, openIn } from './places.ts'

type Request = Asked['graph']['payment_requests'][number]

const requestsOf = ({ graph }: Asked) => graph.payment_requests.filter(({ removed_at }) => removed_at === null)
const requestOf = (asked: Asked, id: unknown) => requestsOf(asked).find((request) => request.id === id)
export const nameOf = ({ graph }: Asked, personId: string) => fullName(one(graph.users, personId))

/** A request on the wire; that another school used its code is for the platform to know. */
function requestRow(asked: Asked, request: Request, onPlatform: boolean) {
  const { graph } = asked
  const school = one(graph.schools, request.school_id)
  const paid = graph.payment_transactions.find(({ request_id }) => request_id === request.id)
  const elsewhere = requestsOf(asked).some(
    (other) =>
      other.school_id !== school.id &&
      other.payment_type_id === request.payment_type_id &&
      other.transfer_code.toLowerCase() === request.transfer_code.toLowerCase() &&
      other.approved !== false,
  )
  return {
    id: request.id,
    schoolId: school.id,
    schoolName: school.name,
    approvied: request.approved,
    approviedById: request.decided_by,
    approviedByName: request.decided_by && nameOf(asked, request.decided_by),
    paymentTypeId: request.payment_type_id,
    paymentTypeName: one(graph.payment_types, request.payment_type_id).name,
    requestDate: request.requested_at,
    transfareCode: request.transfer_code,
    transfareDate: request.transfer_date,
    transfareAmount: request.transfer_amount,
    schoolCoinTypeId: school.coin_type_id,
    paymentAmount: paid?.amount ?? null,
    coins: paid?.coins ?? null,
    rejectReason: request.reject_reason,
    sameCodeElsewhere: onPlatform ? elsewhere : null,
    version: request.version,
  }
}

const payers = ['ViewSchoolPayment']

/** The schools whose payments somebody reads: every one on the platform, else those where he holds the key. */
export function read(asked: Asked, platformKey: string) {
  const onPlatform = asked.rights.appKeys.includes(platformKey)
  const open = onPlatform ? asked.graph.schools.map(({ id }) => id) : openIn(asked, payers)
  return { onPlatform, open }
}

export const list: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { body } = asked
  const bad = badIds(body, 'schoolId', 'paymentTypeId', 'approviedById')
  if (bad) return bad
  const { onPlatform, open } = read(asked, 'ViewPaymentsRequests')
  if (open.length === 0) return refused.forbidden
  if (body.schoolId != null && !open.includes(body.schoolId as string)) return refused.notFound
  const rows = requestsOf(asked).filter(
    (request) =>
      open.includes(request.school_id) &&
      (body.schoolId ?? request.school_id) === request.school_id &&
      (body.paymentTypeId ?? request.payment_type_id) === request.payment_type_id &&
      (body.approviedById ?? request.decided_by) === request.decided_by,
  )
  return page(
    sorted(rows, ({ requested_at, id }) => [{ latest: requested_at }, id]),
    body,
    'whole',
    (request) => requestRow(asked, request, onPlatform),
  )
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const bad = badIds(asked.body, 'requestId!')
  if (bad) return bad
  const { onPlatform, open } = read(asked, 'ViewPaymentsRequests')
  if (open.length === 0) return refused.forbidden
  const request = requestOf(asked, asked.body.requestId)
  if (!request || !open.includes(request.school_id)) return refused.notFound
  return { status: 200, body: requestRow(asked, request, onPlatform) }
}

const decided: Expected = { status: 409, sentence: 'This request has already been decided' }
export const ownSchool: Expected = { status: 403, sentence: 'You cannot decide for your own school' }
export const otherCoin: Expected = { status: 400, sentence: 'The coin type is not the coin type of this school' }
export const noCoin: Expected = { status: 409, sentence: 'This school has no coin type yet' }

const inUse = ({ graph }: Asked, id: unknown) => graph.payment_types.some((type) => type.id === id && type.is_active)

/** The transfer codes the matrix sends are nobody's. */
export const add: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { body } = asked
  const refusal =
    badIds(body, 'schoolId!', 'paymentTypeId!') ?? inSchoolOf(asked, ['AddSchoolPayment'], body.schoolId as string)
  if (refusal) return refusal
  if (!inUse(asked, body.paymentTypeId)) return refused.notFound
  const { schoolId, paymentTypeId, transfareCode, transfareDate, transfareAmount } = body
  const sent = { schoolId, paymentTypeId, transfareCode, transfareDate, transfareAmount }
  const schoolName = one(asked.graph.schools, schoolId as string).name
  const paymentTypeName = one(asked.graph.payment_types, paymentTypeId as string).name
  const made = { schoolName, paymentTypeName, approvied: null, sameCodeElsewhere: null, version: 1 }
  return { status: 200, body: null, holds: { ...sent, ...made } }
}

export const update: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { body } = asked
  const request = requestOf(asked, body.id)
  const refusal =
    badIds(body, 'id!', 'paymentTypeId', 'schoolId') ?? inSchoolOf(asked, ['UpdateSchoolPayment'], request?.school_id)
  if (refusal) return refusal
  const type = (body.paymentTypeId ?? request!.payment_type_id) as string
  const other = type !== request!.payment_type_id
  if (other && !inUse(asked, type)) return refused.notFound
  if (request!.approved !== null) return decided
  const changed = { ...request!, payment_type_id: type, version: request!.version + +other }
  return { status: 200, body: requestRow(asked, changed, false) }
}

export const remove: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const request = requestOf(asked, asked.body.requestId)
  const refusal = badIds(asked.body, 'requestId!') ?? inSchoolOf(asked, ['RemoveSchoolPayment'], request?.school_id)
  if (refusal) return refusal
  return request!.approved === null ? { status: 200, body: { done: true, changed: 1 } } : decided
}

/** Who decides holds the key app-wide, asked for nothing himself and belongs to no school that did. */
const judge =
  (key: string, then: (asked: Asked, request: Request) => Expected, ...ids: string[]): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const bad = badIds(asked.body, 'requestId!', ...ids)
    if (bad) return bad
    if (!asked.rights.appKeys.includes(key)) return refused.forbidden
    const request = requestOf(asked, asked.body.requestId)
    if (!request) return refused.notFound
    if (request.requested_by === asked.who || asked.rights.belongs(request.school_id)) return ownSchool
    return then(asked, request)
  }

const decision = (asked: Asked, request: Request, approved: boolean) => ({
  ...requestRow(asked, request, true),
  approvied: approved,
  approviedById: asked.who,
  approviedByName: nameOf(asked, asked.who!),
  version: request.version + 1,
})

/** What an amount buys a school, with what was left over before. */
export const bought = (school: { money_carry: number }, amount: number, value: number) =>
  Math.floor(Number(((amount + school.money_carry) / value).toFixed(6)))

export const approve = judge(
  'ApprovePaymentRequest',
  (asked, request) => {
    const school = one(asked.graph.schools, request.school_id)
    const { coinTypeId, paymentAmount } = asked.body as { coinTypeId?: string; paymentAmount: number }
    if (coinTypeId != null && coinTypeId !== school.coin_type_id) return otherCoin
    if (request.approved !== null) return decided
    if (school.coin_type_id === null) return noCoin
    const coins = bought(school, paymentAmount, one(asked.graph.coin_types, school.coin_type_id).value)
    return { status: 200, body: { ...decision(asked, request, true), paymentAmount, coins } }
  },
  'coinTypeId',
)

export const reject = judge('RejectPaymentRequest', (asked, request) =>
  request.approved === null ? { status: 200, body: decision(asked, request, false) } : decided,
)
