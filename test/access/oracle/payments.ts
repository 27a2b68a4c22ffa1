import { type Asked, badIds, type Line, one, page, refused, sorted } from './expected.ts'
import { bought, nameOf, noCoin, otherCoin, ownSchool, read } from './payment-requests.ts'

type Payment = Asked['graph']['payment_transactions'][number]

const paymentOf = ({ graph }: Asked, id: unknown) => graph.payment_transactions.find((payment) => payment.id === id)
const schoolOf = ({ graph }: Asked, id: unknown) => graph.schools.find((school) => school.id === id)

function paymentRow(asked: Asked, payment: Payment) {
  const { graph } = asked
  return {
    id: payment.id,
    paymentDate: payment.payment_date,
    paymentTypeId: payment.payment_type_id,
    paymentType: one(graph.payment_types, payment.payment_type_id).name,
    schoolRequestId: payment.request_id,
    schoolPaymentRequest: payment.request_id && one(graph.payment_requests, payment.request_id).transfer_code,
    fromType: 'School',
    fromId: payment.school_id,
    fromName: one(graph.schools, payment.school_id).name,
    toType: 'Application',
    toId: payment.recorded_by,
    toName: nameOf(asked, payment.recorded_by),
    amount: payment.amount,
    coinTypeId: payment.coin_type_id,
    coinType: one(graph.coin_types, payment.coin_type_id).name,
    coins: payment.coins,
    adjusts: payment.adjusts_id,
  }
}

export const list: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { body } = asked
  const bad = badIds(body, 'paymentTypeId', 'fromId', 'toId', 'coinTypeId', 'schoolRequestId')
  if (bad) return bad
  const { open } = read(asked, 'ViewPaymentsTransaction')
  if (open.length === 0) return refused.forbidden
  const rows = asked.graph.payment_transactions.filter(
    (payment) =>
      open.includes(payment.school_id) &&
      (body.paymentTypeId ?? payment.payment_type_id) === payment.payment_type_id &&
      (body.fromId ?? payment.school_id) === payment.school_id &&
      (body.toId ?? payment.recorded_by) === payment.recorded_by &&
      (body.coinTypeId ?? payment.coin_type_id) === payment.coin_type_id &&
      (body.schoolRequestId ?? payment.request_id) === payment.request_id,
  )
  return page(
    sorted(rows, ({ payment_date, id }) => [{ latest: payment_date }, { latest: id }]),
    body,
    'whole',
    (payment) => paymentRow(asked, payment),
  )
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const bad = badIds(asked.body, 'paymentTransactionId!')
  if (bad) return bad
  const { open } = read(asked, 'ViewPaymentsTransaction')
  if (open.length === 0) return refused.forbidden
  const found = paymentOf(asked, asked.body.paymentTransactionId)
  return found && open.includes(found.school_id) ? { status: 200, body: paymentRow(asked, found) } : refused.notFound
}

export const add: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { graph, rights, body } = asked
  const { fromId, paymentTypeId, coinTypeId, schoolRequestId, amount } = body as Record<string, string>
  const bad = badIds(body, 'fromId!', 'paymentTypeId!', 'coinTypeId')
  if (bad) return bad
  if (schoolRequestId != null) return refused.invalid
  if (!rights.appKeys.includes('AssignCoinsToSchool')) return refused.forbidden
  const school = schoolOf(asked, fromId)
  if (!school) return refused.notFound
  if (rights.belongs(school.id)) return ownSchool
  if (!graph.payment_types.some(({ id }) => id === paymentTypeId)) return refused.notFound
  if (coinTypeId != null && coinTypeId !== school.coin_type_id) return otherCoin
  if (school.coin_type_id === null) return noCoin
  const coins = bought(school, Number(amount), one(graph.coin_types, school.coin_type_id).value)
  const { id: _, ...made } = paymentRow(asked, {
    id: '',
    school_id: school.id,
    payment_type_id: paymentTypeId!,
    request_id: null,
    adjusts_id: null,
    payment_date: body.paymentDate as string,
    amount: Number(amount),
    coin_type_id: school.coin_type_id,
    coin_value: 0,
    coins,
    recorded_by: asked.who,
  })
  return { status: 200, body: null, holds: made }
}

export const correct: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { graph, rights, body } = asked
  const bad = badIds(body, 'id!')
  if (bad) return bad
  if (!rights.appKeys.includes('AssignCoinsToSchool')) return refused.forbidden
  const found = paymentOf(asked, body.id)
  if (!found) return refused.notFound
  if (rights.belongs(found.school_id)) return ownSchool
  const amount = Number(body.amount) - found.amount
  const coins = bought(one(graph.schools, found.school_id), amount, found.coin_value)
  const line = { ...found, amount, coins, adjusts_id: found.id, request_id: null, recorded_by: asked.who }
  const { id: _, paymentDate: __, ...holds } = paymentRow(asked, line)
  return { status: 200, body: null, holds }
}
