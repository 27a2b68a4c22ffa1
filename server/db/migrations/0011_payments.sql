-- Requests, transactions, seats, and the ledger of coins. Money and coins are written once and never changed.

-- approved: null while it waits. A decision is final.
create table payment_requests (
  id uuid primary key,
  school_id uuid not null references schools,
  payment_type_id uuid not null references payment_types,
  requested_by uuid not null references users,
  requested_at timestamptz not null default now(),
  transfer_code text not null constraint payment_requests_transfer_code_length check (fits(transfer_code, 1, 100)),
  transfer_date date not null,
  transfer_amount numeric(9, 2) not null
    constraint payment_requests_transfer_amount_positive check (transfer_amount > 0),
  approved boolean,
  decided_by uuid references users,
  decided_at timestamptz,
  reject_reason text constraint payment_requests_reject_reason_length check (fits(reject_reason, 0, 500)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint payment_requests_decided_by_somebody check (
    (approved is null) = (decided_by is null) and (approved is null) = (decided_at is null)),
  constraint payment_requests_reason_of_rejection check (reject_reason is null or approved is false),
  constraint payment_requests_removed_undecided check (removed_at is null or approved is null),
  constraint payment_requests_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create unique index payment_requests_code_taken on payment_requests (school_id, payment_type_id, fold(transfer_code))
  where approved is distinct from false and removed_at is null;
create index payment_requests_code_elsewhere on payment_requests (payment_type_id, fold(transfer_code));
create index payment_requests_by_school on payment_requests (school_id, requested_at desc, id);
create index payment_requests_latest on payment_requests (requested_at desc, id) where removed_at is null;
call keep_to_school('payment_requests');
create policy platform on payment_requests using ((select on_platform()));
grant select, insert, update on payment_requests to kashkool_app;

-- coin_value: the price of a coin at that moment. adjusts_id: the payment this row corrects; only then amount may be
-- below zero. recorded_by: who approved the request, or took the payment without one.
create table payment_transactions (
  id uuid primary key,
  school_id uuid not null references schools,
  payment_type_id uuid not null references payment_types,
  request_id uuid,
  adjusts_id uuid,
  payment_date date not null,
  amount numeric(9, 2) not null,
  coin_type_id uuid not null references coin_types,
  coin_value numeric(9, 2) not null constraint payment_transactions_coin_value_positive check (coin_value > 0),
  coins integer not null,
  reason text constraint payment_transactions_reason_length check (fits(reason, 0, 500)),
  recorded_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint payment_transactions_request_same_school foreign key (school_id, request_id)
    references payment_requests (school_id, id),
  constraint payment_transactions_adjusts_same_school foreign key (school_id, adjusts_id)
    references payment_transactions (school_id, id),
  constraint payment_transactions_amount_positive check (
    case when adjusts_id is null then amount > 0 and coins >= 0 else amount <> 0 end)
);
create unique index payment_transactions_request_once on payment_transactions (request_id) where adjusts_id is null;
create index payment_transactions_by_school on payment_transactions (school_id, payment_date desc, id desc);
create index payment_transactions_latest on payment_transactions (payment_date desc, id desc);
create index payment_transactions_by_adjusted on payment_transactions (adjusts_id);
call append_only('payment_transactions');
call keep_to_school('payment_transactions');
create policy platform on payment_transactions using ((select on_platform()));
grant select, insert on payment_transactions to kashkool_app;

-- A seat is charged once for a student and a school year; school_year_id null stands for the next year to become current.
create table seats (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  school_year_id uuid,
  charged_on date not null,
  refunded_on date,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint seats_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint seats_year_same_school foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create unique index seats_once on seats (student_id, school_year_id) nulls not distinct where refunded_on is null;
create index seats_by_year on seats (school_id, school_year_id);
call keep_to_students('seats');
grant select, insert, update on seats to kashkool_app;

-- The balance of a school is the sum of its coins here. A seat stands for the student, whom the platform does not see.
create table coin_entries (
  id uuid primary key,
  school_id uuid not null references schools,
  kind text not null
    constraint coin_entries_kind_known check (kind in ('payment', 'manual', 'adjustment', 'seat', 'seat_refund')),
  coins integer not null,
  payment_transaction_id uuid,
  seat_id uuid,
  reason text constraint coin_entries_reason_length check (fits(reason, 0, 500)),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint coin_entries_transaction_same_school foreign key (school_id, payment_transaction_id)
    references payment_transactions (school_id, id),
  constraint coin_entries_seat_same_school foreign key (school_id, seat_id) references seats (school_id, id),
  constraint coin_entries_count_of_kind check (
    case kind
      when 'payment' then coins >= 0
      when 'manual' then coins between -1000000 and 1000000 and coins <> 0
      when 'seat' then coins = -1
      when 'seat_refund' then coins = 1
      else true
    end),
  constraint coin_entries_source_of_kind check (
    (kind in ('payment', 'adjustment')) = (payment_transaction_id is not null)
    and (kind in ('seat', 'seat_refund')) = (seat_id is not null))
);
create unique index coin_entries_transaction_once on coin_entries (payment_transaction_id);
create unique index coin_entries_seat_once on coin_entries (seat_id, kind);
create index coin_entries_by_school on coin_entries (school_id, kind) include (coins);
call append_only('coin_entries');
call keep_to_school('coin_entries');
create policy platform on coin_entries using ((select on_platform()));
grant select, insert on coin_entries to kashkool_app;
