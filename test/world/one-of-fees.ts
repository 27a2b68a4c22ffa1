import { newId } from '#server/db/ids.ts'

type Row = Record<string, unknown>
type Known = { inSchool: Row; result: Row; person: string; date: string; grade: string; year: string }

const bytes = (length: number) => Buffer.alloc(length, 7)

/** One row in each table about fees: a charge of one part, of which something was paid. */
export function feeRows({ inSchool, result, person, date, grade, year }: Known): [string, Row][] {
  const [way, item, plan, reduction, family, till] = Array.from({ length: 6 }, newId)
  const [charged, paid, charge, due, key, receipt] = Array.from({ length: 6 }, newId)
  const statement = newId()
  const owed = { ...result, due_id: due, amount: 10 }
  const posting = { ...inSchool, day: date, made_by: person }
  const [account, intent, online] = Array.from({ length: 3 }, newId)
  const transaction = { ...inSchool, account_id: account, gateway: 'paymob' }
  return [
    ['fee_settings', { ...inSchool, currency: 'EGP' }],
    ['fee_ways', { ...inSchool, id: way, name: 'cash', kind: 'cash', position: 1 }],
    ['fee_items', { ...inSchool, id: item, name: 'tuition', position: 1 }],
    ['fee_plans', { ...inSchool, id: plan, year_id: year, grade_id: grade, version: 1, lines: '[]', saved_by: person }],
    [
      'fee_reductions',
      { ...inSchool, id: reduction, name: 'merit', kind: 'merit', measure: 'percent', value: 5, position: 1 },
    ],
    ['families', { ...inSchool, id: family, code: '10017' }],
    ['family_students', { ...result, family_id: family }],
    ['fee_grants', { ...result, id: newId(), year_id: year, reduction_id: reduction, given_by: person }],
    ['tills', { ...inSchool, id: till, person_id: person, day: date, opening: 0 }],
    ['fee_postings', { ...posting, id: charged, kind: 'charge' }],
    ['fee_postings', { ...posting, id: paid, kind: 'payment' }],
    [
      'fee_charges',
      { ...result, id: charge, year_id: year, item_id: item, plan_id: plan, amount: 10, posting_id: charged },
    ],
    ['fee_dues', { ...result, id: due, charge_id: charge, position: 1, due_on: date, amount: 10 }],
    ['fee_lines', { ...owed, posting_id: charged, nth: 0, from_account: 'income', to_account: 'owed', item_id: item }],
    [
      'fee_lines',
      {
        ...owed,
        posting_id: paid,
        nth: 0,
        from_account: 'owed',
        to_account: 'till',
        amount: 4,
        way_id: way,
        till_id: till,
      },
    ],
    ['fee_reminders', { ...inSchool, reminded_on: date }],
    ['fee_numbers', { ...inSchool, year: 2026, last_number: 1 }],
    ['paper_keys', { ...inSchool, id: key, public_key: bytes(32), sealed_private: bytes(60) }],
    [
      'fee_receipts',
      {
        ...inSchool,
        id: receipt,
        year: 2026,
        number: 1,
        posting_id: paid,
        family_id: family,
        student_ids: [result['student_id']],
        amount: 4,
        way_id: way,
        received_on: date,
        content: '{}',
        content_hash: bytes(32),
        key_id: key,
        code: 'code',
        issued_by: person,
      },
    ],
    ['statement_files', { ...inSchool, id: statement, content_hash: bytes(32), uploaded_by: person }],
    [
      'statement_lines',
      {
        ...inSchool,
        id: newId(),
        file_id: statement,
        line_key: bytes(32),
        day: date,
        amount: 3,
        text: 'transfer 10017',
      },
    ],
    [
      'fee_promises',
      {
        ...inSchool,
        id: newId(),
        family_id: family,
        way_id: way,
        amount: 5,
        reference: '71',
        dated: date,
        taken_by: person,
      },
    ],
    [
      'fee_proposals',
      {
        ...result,
        id: newId(),
        kind: 'writeOff',
        family_id: family,
        due_id: due,
        amount: 1,
        reason: 'a reason',
        proposed_by: person,
        expires_at: '2026-11-05T08:00:00Z',
      },
    ],
    [
      'gateway_accounts',
      {
        ...inSchool,
        id: account,
        gateway: 'paymob',
        host: 'accept.paymob.com',
        sealed: bytes(60),
        last4: '{}',
        way_id: way,
        saved_by: person,
      },
    ],
    [
      'fee_intents',
      {
        ...inSchool,
        id: intent,
        account_id: account,
        family_id: family,
        payer_id: person,
        due_ids: [due],
        shares: [4],
        amount: 4,
        currency: 'EGP',
        gateway_order: '217',
        expires_at: '2026-11-05T08:00:00Z',
      },
    ],
    [
      'gateway_events',
      { ...transaction, id: newId(), transaction_id: '19', body: '{}', body_hash: bytes(32), verified: 'signature' },
    ],
    [
      'gateway_payments',
      {
        ...transaction,
        id: online,
        transaction_id: '19',
        kind: 'payment',
        gateway_order: '217',
        amount: 4,
        currency: 'EGP',
        intent_id: intent,
        state: 'unclear',
        why: 'amount',
        received_on: date,
      },
    ],
    [
      'gateway_refunds',
      {
        ...inSchool,
        id: newId(),
        payment_id: online,
        amount: 1,
        reason: 'a reason',
        proposed_by: person,
        expires_at: '2026-11-05T08:00:00Z',
      },
    ],
    [
      'told_transfers',
      { ...inSchool, id: newId(), family_id: family, payer_id: person, amount: 3, day: date, reference: 'IPN7' },
    ],
  ]
}
