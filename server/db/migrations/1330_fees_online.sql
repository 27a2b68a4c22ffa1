-- Paying fees online (decision 136): the school's own account at a gateway, what a parent set out to pay, what the gateway said, and its money.

-- `sealed`: the keys, which only the server can open. No former value is kept of them. `last4`: the last four characters of each, by its name.
create table gateway_accounts (
  school_id uuid not null references schools,
  id uuid not null,
  gateway text not null constraint gateway_accounts_gateway check (gateway in ('paymob', 'moyasar')),
  host text not null constraint gateway_accounts_host_length check (fits(host, 3, 100)),
  sealed bytea not null constraint gateway_accounts_sealed_length check (octet_length(sealed) between 29 and 8192),
  last4 jsonb not null constraint gateway_accounts_last4 check (jsonb_typeof(last4) = 'object'),
  takes_codes boolean not null default false,
  active boolean not null default true,
  way_id uuid not null,
  -- The merchant whom the first callback named; later ones must name the same.
  merchant text constraint gateway_accounts_merchant_length check (fits(merchant, 1, 100)),
  last_callback_at timestamptz,
  last_refused_at timestamptz,
  saved_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint gateway_accounts_once unique (school_id, gateway),
  constraint gateway_accounts_way foreign key (school_id, way_id) references fee_ways (school_id, id)
);
create unique index gateway_accounts_active on gateway_accounts (school_id) where active;
create index gateway_accounts_by_id on gateway_accounts (id);
call wall_off('gateway_accounts');
create policy school on gateway_accounts using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update on gateway_accounts to kashkool_app;

-- What somebody set out to pay, stored before they leave. `shares`: how much of each due. Without a family it is a payment that tests an account.
create table fee_intents (
  school_id uuid not null references schools,
  id uuid not null,
  account_id uuid not null,
  family_id uuid,
  payer_id uuid not null references users,
  due_ids uuid[] not null,
  shares numeric(14, 3)[] not null,
  amount numeric(14, 3) not null constraint fee_intents_amount check (amount > 0),
  currency text not null,
  -- The gateway's own number, by which alone a callback is bound.
  gateway_order text not null constraint fee_intents_order_length check (fits(gateway_order, 1, 100)),
  by_code text constraint fee_intents_code_length check (fits(by_code, 1, 100)),
  state text not null default 'open' constraint fee_intents_state
    check (state in ('open', 'declined', 'paid', 'credited', 'unclear', 'expired')),
  expires_at timestamptz not null,
  -- When the gateway is asked next, and how often it was.
  next_read_at timestamptz,
  reads smallint not null default 0,
  receipt_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (school_id, id),
  constraint fee_intents_order_once unique (school_id, account_id, gateway_order),
  constraint fee_intents_of_account foreign key (school_id, account_id) references gateway_accounts (school_id, id),
  constraint fee_intents_of_family foreign key (school_id, family_id) references families (school_id, id),
  constraint fee_intents_receipt foreign key (school_id, receipt_id) references fee_receipts (school_id, id),
  constraint fee_intents_shares check (cardinality(due_ids) = cardinality(shares) and (family_id is null) = (cardinality(due_ids) = 0)),
  constraint fee_intents_read check (next_read_at is null or state = 'open')
);
create index fee_intents_by_payer on fee_intents (school_id, payer_id, created_at);
create index fee_intents_to_read on fee_intents (next_read_at) where next_read_at is not null;
call wall_off('fee_intents');
create policy school on fee_intents using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null) or payer_id = (select acting_user())));
grant select, insert on fee_intents to kashkool_app;
grant update (state, next_read_at, reads, receipt_id, settled_at) on fee_intents to kashkool_app;

-- Every verified word of a gateway as it came, each once; no card is in it but its last four digits. `handled`: whether anything followed.
create table gateway_events (
  school_id uuid not null references schools,
  id uuid not null,
  account_id uuid not null,
  gateway text not null,
  transaction_id text not null constraint gateway_events_transaction_length check (fits(transaction_id, 1, 100)),
  body jsonb not null constraint gateway_events_body check (jsonb_typeof(body) = 'object' and octet_length(body::text) < 65536),
  body_hash bytea not null constraint gateway_events_hash_length check (octet_length(body_hash) = 32),
  verified text not null constraint gateway_events_verified check (verified in ('signature', 'reading')),
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint gateway_events_once unique (school_id, account_id, transaction_id, body_hash),
  constraint gateway_events_of_account foreign key (school_id, account_id) references gateway_accounts (school_id, id)
);
call wall_off('gateway_events');
create policy school on gateway_events using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call append_only('gateway_events');
grant select, insert on gateway_events to kashkool_app;

-- Money that moved at a gateway. What is unclear waits for a person; a refund that came before its payment waits for it.
create table gateway_payments (
  school_id uuid not null references schools,
  id uuid not null,
  account_id uuid not null,
  gateway text not null,
  transaction_id text not null constraint gateway_payments_transaction_length check (fits(transaction_id, 1, 100)),
  kind text not null constraint gateway_payments_kind check (kind in ('payment', 'refund')),
  gateway_order text not null,
  amount numeric(14, 3) not null constraint gateway_payments_amount check (amount > 0),
  currency text not null,
  intent_id uuid,
  family_id uuid,
  -- Of a refund: the payment that it takes back.
  payment_id uuid,
  state text not null constraint gateway_payments_state check (state in ('posted', 'unclear', 'waiting', 'settled', 'test')),
  why text constraint gateway_payments_why check (why in ('noIntent', 'amount', 'currency', 'noPayment', 'notAsked')),
  posting_id uuid,
  receipt_id uuid,
  received_on date not null,
  reason text constraint gateway_payments_reason_length check (fits(reason, 3, 300)),
  settled_by uuid references users,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint gateway_payments_once unique (school_id, gateway, transaction_id),
  constraint gateway_payments_of_account foreign key (school_id, account_id) references gateway_accounts (school_id, id),
  constraint gateway_payments_intent foreign key (school_id, intent_id) references fee_intents (school_id, id),
  constraint gateway_payments_family foreign key (school_id, family_id) references families (school_id, id),
  constraint gateway_payments_refunded foreign key (school_id, payment_id) references gateway_payments (school_id, id),
  constraint gateway_payments_posting foreign key (school_id, posting_id) references fee_postings (school_id, id),
  constraint gateway_payments_receipt foreign key (school_id, receipt_id) references fee_receipts (school_id, id),
  constraint gateway_payments_posted check (state <> 'posted' or (posting_id is not null and family_id is not null)),
  constraint gateway_payments_unclear check ((state in ('unclear', 'waiting')) <= (why is not null)),
  constraint gateway_payments_settled check ((state = 'settled') <= (settled_by is not null and settled_at is not null and reason is not null))
);
create index gateway_payments_by_order on gateway_payments (school_id, account_id, gateway_order);
create index gateway_payments_by_time on gateway_payments (school_id, created_at, id);
call wall_off('gateway_payments');
create policy school on gateway_payments using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on gateway_payments to kashkool_app;
grant update (state, why, posting_id, receipt_id, family_id, payment_id, reason, settled_by, settled_at) on gateway_payments to kashkool_app;

-- Money back to the payment that it came by: proposed by one person and confirmed by another, then sent once, and closed by its callback.
create table gateway_refunds (
  school_id uuid not null references schools,
  id uuid not null,
  payment_id uuid not null,
  amount numeric(14, 3) not null constraint gateway_refunds_amount check (amount > 0),
  reason text not null constraint gateway_refunds_reason_length check (fits(reason, 3, 300)),
  proposed_by uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'waiting' constraint gateway_refunds_state
    check (state in ('waiting', 'refused', 'confirmed', 'sending', 'sent', 'done', 'failed')),
  decided_by uuid references users,
  decided_at timestamptz,
  sent_at timestamptz,
  done_by uuid,
  primary key (school_id, id),
  constraint gateway_refunds_payment foreign key (school_id, payment_id) references gateway_payments (school_id, id),
  constraint gateway_refunds_done foreign key (school_id, done_by) references gateway_payments (school_id, id),
  constraint gateway_refunds_decided check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint gateway_refunds_two_people check (state in ('waiting', 'refused') or decided_by <> proposed_by),
  constraint gateway_refunds_closed check ((state = 'done') = (done_by is not null))
);
create unique index gateway_refunds_one_open on gateway_refunds (school_id, payment_id) where state in ('confirmed', 'sending', 'sent');
create index gateway_refunds_to_send on gateway_refunds (decided_at) where state in ('confirmed', 'sending', 'sent');
call wall_off('gateway_refunds');
create policy school on gateway_refunds using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on gateway_refunds to kashkool_app;
grant update (state, decided_by, decided_at, sent_at, done_by) on gateway_refunds to kashkool_app;

-- Transfers that parents say they made. They post nothing until a person takes them.
create table told_transfers (
  school_id uuid not null references schools,
  id uuid not null,
  family_id uuid not null,
  payer_id uuid not null references users,
  amount numeric(14, 3) not null constraint told_transfers_amount check (amount > 0),
  day date not null,
  reference text not null constraint told_transfers_reference_length check (fits(reference, 3, 60)),
  note text constraint told_transfers_note_length check (fits(note, 1, 300)),
  state text not null default 'waiting' constraint told_transfers_state check (state in ('waiting', 'taken', 'refused', 'withdrawn')),
  reason text constraint told_transfers_reason_length check (fits(reason, 3, 300)),
  decided_by uuid references users,
  decided_at timestamptz,
  receipt_id uuid,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint told_transfers_family foreign key (school_id, family_id) references families (school_id, id),
  constraint told_transfers_receipt foreign key (school_id, receipt_id) references fee_receipts (school_id, id),
  constraint told_transfers_decided check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint told_transfers_taken check ((state = 'taken') = (receipt_id is not null)),
  constraint told_transfers_refused check ((state = 'refused') = (reason is not null))
);
create index told_transfers_by_payer on told_transfers (school_id, payer_id, created_at);
create index told_transfers_waiting on told_transfers (school_id, created_at) where state = 'waiting';
create index told_transfers_by_reference on told_transfers (school_id, reference);
call wall_off('told_transfers');
create policy school on told_transfers using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null) or payer_id = (select acting_user())));
grant select, insert on told_transfers to kashkool_app;
grant update (state, reason, decided_by, decided_at, receipt_id) on told_transfers to kashkool_app;
