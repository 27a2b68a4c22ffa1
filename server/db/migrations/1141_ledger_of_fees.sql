-- The money in the hands of one person on one day. A closed till takes nothing more.
create table tills (
  school_id uuid not null references schools,
  id uuid not null,
  person_id uuid not null references users,
  day date not null,
  opening numeric(14, 3) not null constraint tills_opening check (opening >= 0),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- The cash that was counted at the end, and what should have been there.
  counted numeric(14, 3) constraint tills_counted check (counted >= 0),
  expected numeric(14, 3),
  note text constraint tills_note_length check (fits(note, 1, 300)),
  primary key (school_id, id),
  constraint tills_once unique (school_id, person_id, day),
  constraint tills_closed_by_count check ((closed_at is null) = (counted is null) and (closed_at is null) = (expected is null))
);
call wall_off('tills');
create policy school on tills using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on tills to kashkool_app;
grant update (closed_at, counted, expected, note) on tills to kashkool_app;

-- What happened to money. A posting is never changed; another one reverses it.
create table fee_postings (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null constraint fee_postings_kind check (kind in
    ('charge', 'reduction', 'payment', 'credit', 'refund', 'writeOff', 'reversal', 'difference', 'moved')),
  day date not null,
  reverses uuid,
  reason text constraint fee_postings_reason_length check (fits(reason, 3, 300)),
  made_by uuid not null references users,
  confirmed_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint fee_postings_reversed foreign key (school_id, reverses) references fee_postings (school_id, id),
  constraint fee_postings_reversed_once unique (school_id, reverses),
  constraint fee_postings_reversal check ((kind = 'reversal') = (reverses is not null)),
  constraint fee_postings_two_people check (confirmed_by <> made_by)
);
create index fee_postings_by_day on fee_postings (school_id, day, id);
call wall_off('fee_postings');
create policy school on fee_postings using (school_id = any ((select acting_schools())::uuid[]));
call append_only('fee_postings');
grant select, insert on fee_postings to kashkool_app;

-- What a child owes for an item in a year, by which version of a plan.
create table fee_charges (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  year_id uuid not null,
  item_id uuid not null,
  plan_id uuid,
  amount numeric(14, 3) not null constraint fee_charges_amount check (amount > 0),
  posting_id uuid not null,
  undone_by uuid,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint fee_charges_student foreign key (school_id, student_id) references students (school_id, id),
  constraint fee_charges_year foreign key (school_id, year_id) references school_years (school_id, id),
  constraint fee_charges_item foreign key (school_id, item_id) references fee_items (school_id, id),
  constraint fee_charges_plan foreign key (school_id, plan_id) references fee_plans (school_id, id),
  constraint fee_charges_posting foreign key (school_id, posting_id) references fee_postings (school_id, id),
  constraint fee_charges_undone foreign key (school_id, undone_by) references fee_postings (school_id, id)
);
create unique index fee_charges_once on fee_charges (school_id, student_id, year_id, item_id) where undone_by is null and plan_id is not null;
create index fee_charges_by_student on fee_charges (school_id, student_id);
call keep_to_students('fee_charges');
grant select, insert on fee_charges to kashkool_app;
grant update (undone_by) on fee_charges to kashkool_app;

-- The parts of a charge. They sum to it exactly.
create table fee_dues (
  school_id uuid not null references schools,
  id uuid not null,
  charge_id uuid not null,
  student_id uuid not null,
  position smallint not null,
  due_on date not null,
  amount numeric(14, 3) not null constraint fee_dues_amount check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint fee_dues_charge foreign key (school_id, charge_id) references fee_charges (school_id, id),
  constraint fee_dues_student foreign key (school_id, student_id) references students (school_id, id),
  constraint fee_dues_part_once unique (school_id, charge_id, position)
);
create index fee_dues_by_student on fee_dues (school_id, student_id, due_on);
call keep_to_students('fee_dues');
call append_only('fee_dues');
grant select, insert on fee_dues to kashkool_app;

-- The lines of postings: each moves a positive amount from one account to another, so that every posting balances. What an account holds
-- is a sum of lines, and stored nowhere else.
create table fee_lines (
  school_id uuid not null references schools,
  posting_id uuid not null,
  nth smallint not null,
  from_account text not null,
  to_account text not null,
  amount numeric(14, 3) not null constraint fee_lines_amount check (amount > 0),
  student_id uuid,
  due_id uuid,
  family_id uuid,
  item_id uuid,
  reduction_id uuid,
  reduction_version integer,
  way_id uuid,
  till_id uuid,
  primary key (school_id, posting_id, nth),
  constraint fee_lines_accounts check (
    from_account <> to_account
    and from_account in ('owed', 'income', 'reduction', 'credit', 'till', 'clearing', 'writtenOff', 'difference')
    and to_account in ('owed', 'income', 'reduction', 'credit', 'till', 'clearing', 'writtenOff', 'difference')),
  constraint fee_lines_owed check (('owed' in (from_account, to_account)) = (due_id is not null) and (due_id is null) = (student_id is null)),
  constraint fee_lines_credit check (('credit' in (from_account, to_account)) = (family_id is not null)),
  constraint fee_lines_income check (('income' in (from_account, to_account)) = (item_id is not null)),
  constraint fee_lines_reduction check (('reduction' in (from_account, to_account)) = (reduction_id is not null)
    and (reduction_id is null) = (reduction_version is null)),
  constraint fee_lines_till check (('till' in (from_account, to_account)) = (way_id is not null) and (way_id is null) = (till_id is null)),
  constraint fee_lines_posting foreign key (school_id, posting_id) references fee_postings (school_id, id),
  constraint fee_lines_student foreign key (school_id, student_id) references students (school_id, id),
  constraint fee_lines_due foreign key (school_id, due_id) references fee_dues (school_id, id),
  constraint fee_lines_family foreign key (school_id, family_id) references families (school_id, id),
  constraint fee_lines_item foreign key (school_id, item_id) references fee_items (school_id, id),
  constraint fee_lines_of_reduction foreign key (school_id, reduction_id) references fee_reductions (school_id, id),
  constraint fee_lines_way foreign key (school_id, way_id) references fee_ways (school_id, id),
  constraint fee_lines_of_till foreign key (school_id, till_id) references tills (school_id, id)
);
create index fee_lines_by_due on fee_lines (school_id, due_id) where due_id is not null;
create index fee_lines_by_family on fee_lines (school_id, family_id) where family_id is not null;
create index fee_lines_by_till on fee_lines (school_id, till_id) where till_id is not null;
call keep_to_students('fee_lines');
call append_only('fee_lines');
grant select, insert on fee_lines to kashkool_app;

-- The last number of a receipt in a school and a year. Its row is locked until the receipt is stored, so that none is left out.
create table fee_numbers (
  school_id uuid not null references schools,
  year integer not null,
  last_number integer not null,
  primary key (school_id, year)
);
call keep_to_school('fee_numbers');
grant select, insert, update on fee_numbers to kashkool_app;

-- Receipts, and the receipts of their reversals. `content` is what stands on one, `code` what its QR carries.
create table fee_receipts (
  school_id uuid not null references schools,
  id uuid not null,
  year integer not null,
  number integer not null,
  posting_id uuid not null,
  family_id uuid not null,
  student_ids uuid[] not null,
  payer_id uuid references users,
  amount numeric(14, 3) not null constraint fee_receipts_amount check (amount > 0),
  way_id uuid not null,
  reference text constraint fee_receipts_reference_length check (fits(reference, 1, 60)),
  received_on date not null,
  reverses uuid,
  content jsonb not null,
  content_hash bytea not null constraint fee_receipts_hash_length check (octet_length(content_hash) = 32),
  key_id uuid not null,
  code text not null,
  issued_by uuid not null references users,
  created_at timestamptz not null default now(),
  copies integer not null default 0,
  checks integer not null default 0,
  primary key (school_id, id),
  constraint fee_receipts_number_once unique (school_id, year, number),
  constraint fee_receipts_posting_once unique (school_id, posting_id),
  constraint fee_receipts_reversed_once unique (school_id, reverses),
  constraint fee_receipts_posting foreign key (school_id, posting_id) references fee_postings (school_id, id),
  constraint fee_receipts_family foreign key (school_id, family_id) references families (school_id, id),
  constraint fee_receipts_way foreign key (school_id, way_id) references fee_ways (school_id, id),
  constraint fee_receipts_reversal foreign key (school_id, reverses) references fee_receipts (school_id, id),
  constraint fee_receipts_signed foreign key (school_id, key_id) references paper_keys (school_id, id)
);
create index fee_receipts_by_family on fee_receipts (school_id, family_id, received_on);
create index fee_receipts_by_reference on fee_receipts (school_id, way_id, reference) where reference is not null;
create index fee_receipts_by_id on fee_receipts (id);
call wall_off('fee_receipts');
-- A parent reads receipts for their children alone, and none that another payer got.
create policy school on fee_receipts using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null)
    or (student_ids <> '{}' and student_ids <@ (select acting_children())::uuid[]
      and (payer_id is null or payer_id = (select acting_user())))));
grant select, insert on fee_receipts to kashkool_app;
grant update (copies) on fee_receipts to kashkool_app;

-- Cheques dated ahead: promised, and counted when they are cleared.
create table fee_promises (
  school_id uuid not null references schools,
  id uuid not null,
  family_id uuid not null,
  way_id uuid not null,
  amount numeric(14, 3) not null constraint fee_promises_amount check (amount > 0),
  reference text not null constraint fee_promises_reference_length check (fits(reference, 1, 60)),
  dated date not null,
  due_ids uuid[] not null default '{}',
  taken_by uuid not null references users,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' constraint fee_promises_state check (state in ('waiting', 'cleared', 'returned')),
  settled_by uuid references users,
  settled_at timestamptz,
  receipt_id uuid,
  primary key (school_id, id),
  constraint fee_promises_family foreign key (school_id, family_id) references families (school_id, id),
  constraint fee_promises_way foreign key (school_id, way_id) references fee_ways (school_id, id),
  constraint fee_promises_receipt foreign key (school_id, receipt_id) references fee_receipts (school_id, id),
  constraint fee_promises_settled check ((state = 'waiting') = (settled_at is null) and (state = 'waiting') = (settled_by is null)),
  constraint fee_promises_cleared check ((state = 'cleared') = (receipt_id is not null))
);
create index fee_promises_by_family on fee_promises (school_id, family_id);
call wall_off('fee_promises');
create policy school on fee_promises using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on fee_promises to kashkool_app;
grant update (state, settled_by, settled_at, receipt_id) on fee_promises to kashkool_app;

-- What needs a second person: money back, debt written off, a reduction above the limit of the school.
create table fee_proposals (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null constraint fee_proposals_kind check (kind in ('refund', 'writeOff', 'reduction')),
  family_id uuid not null,
  student_id uuid,
  due_id uuid,
  way_id uuid,
  reduction_id uuid,
  year_id uuid,
  amount numeric(14, 3) not null constraint fee_proposals_amount check (amount > 0),
  reason text not null constraint fee_proposals_reason_length check (fits(reason, 3, 300)),
  proposed_by uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'waiting' constraint fee_proposals_state check (state in ('waiting', 'confirmed', 'refused')),
  decided_by uuid references users,
  decided_at timestamptz,
  primary key (school_id, id),
  constraint fee_proposals_family foreign key (school_id, family_id) references families (school_id, id),
  constraint fee_proposals_student foreign key (school_id, student_id) references students (school_id, id),
  constraint fee_proposals_due foreign key (school_id, due_id) references fee_dues (school_id, id),
  constraint fee_proposals_way foreign key (school_id, way_id) references fee_ways (school_id, id),
  constraint fee_proposals_reduction foreign key (school_id, reduction_id) references fee_reductions (school_id, id),
  constraint fee_proposals_year foreign key (school_id, year_id) references school_years (school_id, id),
  constraint fee_proposals_about check (case kind
    when 'refund' then way_id is not null
    when 'writeOff' then due_id is not null and student_id is not null
    else reduction_id is not null and year_id is not null and student_id is not null end),
  constraint fee_proposals_decided check ((state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_by is null)),
  constraint fee_proposals_two_people check (state <> 'confirmed' or decided_by <> proposed_by)
);
create index fee_proposals_by_family on fee_proposals (school_id, family_id);
call wall_off('fee_proposals');
create policy school on fee_proposals using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on fee_proposals to kashkool_app;
grant update (state, decided_by, decided_at) on fee_proposals to kashkool_app;
